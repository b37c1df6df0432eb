import { type ChangeEvent, type DragEvent, useEffect, useId, useState } from 'react';
import { LOGO_TYPES } from '#contract/logo.ts';
import type { FieldTexts } from './field.tsx';
import { FilePreview } from './file-preview.tsx';
import { Icon } from './icon.tsx';
import styles from './logo-field.module.css';
import { NoticeLine } from './notice-line.tsx';

interface LogoFieldProps extends FieldTexts {
  /** The accepted file, shown as a preview. */
  file: File | undefined;
  /** Where the image is that was stored before; shown while no file is chosen. */
  storedAt?: string | undefined;
  /** A file came, of whatever type; the owner judges it. */
  onFile: (file: File, how: 'dropped' | 'selected') => void;
}

/** An image chosen by a button or dropped on the area around it. */
export const LogoField = ({ label, hint, error, file, storedAt, onFile }: LogoFieldProps) => {
  const id = useId();
  const ids = {
    hint: `${id}-hint`,
    error: `${id}-error`,
    label: `${id}-label`,
    pick: `${id}-pick`,
  };
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    // A file dropped beside the area would make the browser leave the page.
    const ignore = (event: Event) => event.preventDefault();
    addEventListener('dragover', ignore);
    addEventListener('drop', ignore);
    return () => {
      removeEventListener('dragover', ignore);
      removeEventListener('drop', ignore);
    };
  }, []);

  const select = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen) onFile(chosen, 'selected');
    // The same file can be chosen again after it was refused.
    event.target.value = '';
  };

  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  const dragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    // Also fires on the way onto what the area holds.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped, 'dropped');
  };

  return (
    <div>
      <span id={ids.label} className={styles['label']}>
        {label}
      </span>
      <label
        className={`${styles['area']} ${isOver ? styles['over'] : ''} ${error ? styles['invalid'] : ''}`}
        onDragOver={dragOver}
        onDragLeave={dragLeave}
        onDrop={drop}
      >
        <span className={styles['picture']}>
          {file && <FilePreview file={file} />}
          {!file && storedAt && <img src={storedAt} alt="" />}
          {!file && !storedAt && <Icon name="upload" />}
        </span>
        <span className={styles['words']}>
          <input
            type="file"
            className={styles['input']}
            accept={LOGO_TYPES.join(',')}
            aria-labelledby={`${ids.label} ${ids.pick}`}
            aria-describedby={`${hint ? `${ids.hint} ` : ''}${ids.error}`}
            aria-invalid={error ? true : undefined}
            onChange={select}
          />
          <span id={ids.pick} className={styles['pick']}>
            {file || storedAt ? 'Choose another image' : 'Choose image'}
          </span>
          <span className={styles['quiet']}>{file?.name ?? 'or drop it here'}</span>
          {hint && (
            <span id={ids.hint} className={styles['quiet']}>
              {hint}
            </span>
          )}
        </span>
      </label>
      <div className={styles['error']}>
        <NoticeLine id={ids.error} tone="bad">
          {error}
        </NoticeLine>
      </div>
    </div>
  );
};
