/** One part of a multipart form. */
export type FormPart = { name: string; content: Buffer | string; filename?: string; type?: string };

/** A multipart form as payload and headers for `inject`. */
export const multipartForm = (parts: FormPart[], boundary = 'a-boundary') => {
  const chunks = parts.flatMap(({ name, content, filename, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return {
    payload: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((part) => Buffer.from(part))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};

/** The part with the file. */
export const filePart = (
  content: Buffer | string,
  filename = 'logo.png',
  type = 'image/png',
): FormPart => ({
  name: 'file',
  content,
  filename,
  type,
});
