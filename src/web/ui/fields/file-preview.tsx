import { useCallback } from 'react';
import styles from './file-preview.module.css';

/** Preview of a selected image file by an object URL; nothing is uploaded. */
export const FilePreview = ({ file }: { file: File }) => {
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
