import { connect, type Socket } from 'node:net';

const CRLF = '\r\n';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  body: string;
}

const parse = (text: string): RawAnswer => {
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
 * Writes lines to a port, just as they are, and waits until the other side hangs up.
 *
 * @param lines without line ends; an empty one ends the headers
 * @param onConnected is told when the connection stands
 */
export const askRaw = (
  port: number,
  lines: readonly string[],
  onConnected: (socket: Socket) => void = () => {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(lines.join(CRLF) + CRLF);
      onConnected(socket);
    });
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('end', () => resolve(parse(answer))).on('error', reject);
  });
