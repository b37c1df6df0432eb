import { connect, type Socket } from 'node:net';

const CRLF = '\r\n';

/** A response as received. */
export interface RawResponse {
  status: number;
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: string;
}

const parse = (text: string): RawResponse => {
  const end = text.indexOf(CRLF + CRLF);
  const [first = '', ...lines] = text.slice(0, end).split(CRLF);
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + CRLF.length * 2),
  };
};

/**
 * Writes lines to a port as they are and waits until the server closes the connection.
 *
 * @param lines without line ends; an empty one ends the headers
 * @param onConnected is called once the request is written
 */
export const sendRawRequest = (
  port: number,
  lines: readonly string[],
  onConnected: (socket: Socket) => void = () => {},
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(lines.join(CRLF) + CRLF);
      onConnected(socket);
    });
    let response = '';
    socket.on('data', (bytes) => {
      response += bytes;
    });
    socket.on('end', () => resolve(parse(response))).on('error', reject);
  });
