import { clsx } from 'clsx/lite';
import { type ChangeEvent, type DragEvent, useCallback, useEffect, useId, useState } from 'react';
import { LOGO_TYPES } from '#contract/company.ts';
import { Icon, upload } from '../icon.tsx';
import { NoticeLine } from '../notice-line.tsx';
import type { FieldTexts } from './field.tsx';
import styles from './logo-field.module.css';

interface LogoFieldProps extends FieldTexts {
  /** The accepted file, for the preview. */
  file: File | undefined;
  /** URL of the image that was uploaded before; shown while no file is selected. */
  storedUrl?: string | undefined;
  /** Whether no file can be chosen, because one is being sent. */
  isDisabled?: boolean;
  /** Receives a file of any type and size; the owner validates it. */
  onFile: (file: File, how: 'dropped' | 'selected') => void;
}

/** Preview of a selected image file by an object URL; nothing is uploaded. */
const FilePreview = ({ file }: { file: File }) => {
  const setSource = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={setSource} className={styles['preview']} alt={`Preview of ${file.name}`} />;
};

/** File input for an image, which can also be dropped on the area around the button. */
export const LogoField = ({
  label,
  hint,
  error,
  file,
  storedUrl,
  isDisabled = false,
  onFile,
}: LogoFieldProps) => {
  const id = useId();
  const ids = {
    hint: `${id}-hint`,
    error: `${id}-error`,
    label: `${id}-label`,
    pick: `${id}-pick`,
  };
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    // The browser would navigate to a file that is dropped outside the area.
    const preventDefault = (event: Event) => event.preventDefault();
    addEventListener('dragover', preventDefault);
    addEventListener('drop', preventDefault);
    return () => {
      removeEventListener('dragover', preventDefault);
      removeEventListener('drop', preventDefault);
    };
  }, []);

  const select = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen) onFile(chosen, 'selected');
    // So that selecting the same file again fires a change event.
    event.target.value = '';
  };

  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  const dragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    // The event also fires when the pointer moves onto a descendant.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !isDisabled) onFile(dropped, 'dropped');
  };

  return (
    <div>
      <span id={ids.label} className={styles['label']}>
        {label}
      </span>
      <label
        className={clsx(styles['area'], isOver && styles['over'], error && styles['invalid'])}
        onDragOver={dragOver}
        onDragLeave={dragLeave}
        onDrop={drop}
      >
        <span className={styles['picture']}>
          {file && <FilePreview file={file} />}
          {!file && storedUrl && <img src={storedUrl} alt="" />}
          {!file && !storedUrl && <Icon path={upload} />}
        </span>
        <span className={styles['words']}>
          <input
            type="file"
            className={styles['input']}
            disabled={isDisabled}
            accept={LOGO_TYPES.join(',')}
            aria-labelledby={`${ids.label} ${ids.pick}`}
            aria-describedby={`${hint ? `${ids.hint} ` : ''}${ids.error}`}
            aria-invalid={error ? true : undefined}
            onChange={select}
          />
          <span id={ids.pick} className={styles['pick']}>
            {file || storedUrl ? 'Choose another image' : 'Choose image'}
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
