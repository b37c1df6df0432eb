import { generate } from 'selfsigned';

/** A private key and a self-signed certificate for `localhost`, PEM. */
export const selfSigned = async (): Promise<{ key: string; cert: string }> => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
  });
  return { key, cert };
};
