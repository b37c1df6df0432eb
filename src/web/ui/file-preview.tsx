import { useCallback } from 'react';
import styles from './file-preview.module.css';

/** A chosen image file, shown from memory without sending it anywhere. */
export const FilePreview = ({ file }: { file: File }) => {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} className={styles['preview']} alt={`Preview of ${file.name}`} />;
};
