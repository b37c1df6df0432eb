import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../config/app-config.ts';
import { networkOf, wideNetworkOf } from './client-network.ts';

// A connection may hold 80 KiB of headers and JSON body: 160 MB in total.
const TOTAL_MAX = 2000;
// Half of the total, so that others are served beside the largest network.
const PER_WIDE_NETWORK_MAX = TOTAL_MAX / 2;
// 60 people behind one address, with six connections each.
const PER_NETWORK_MAX = 400;

/** A request and its response. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The connections of a network, of a wide network, or all. */
interface Group {
  name: string;
  max: number;
  /** In the order of their start. */
  members: Set<Connection>;
}

export interface Connection {
  socket: Socket;
  groups: Group[];
  /** The running exchange, or the last one if its request is not complete. */
  exchange: Exchange | undefined;
  isBusy: boolean;
  /** Rises with each response of the server; 0 before the first one of this connection. */
  idleSince: number;
  /** Requests that came before the response to the running one. */
  waiting: { run: () => void; bytes: number }[];
}

export interface Connections {
  /** Adds a new connection, within the limits. One without an address is closed. */
  add(socket: Socket): void;
  get(socket: Socket): Connection | undefined;
  all(): Iterable<Connection>;
}

// A client that opens connections closes those of its kind: it can neither displace the few connections of
// others that are in use, nor keep others from opening some.
const choose = ({ max, members }: Group): Connection | undefined => {
  const share = max / 4;
  const all = [...members];
  const unused = all.filter(({ isBusy, idleSince }) => !isBusy && idleSince === 0);
  const idle = all.filter(({ isBusy, idleSince }) => !isBusy && idleSince > 0);
  return idle.length > share && unused.length <= share
    ? idle.reduce((oldest, other) => (other.idleSince < oldest.idleSince ? other : oldest))
    : unused[0];
};

/** Whether the server waits for the client: for the rest of a request, or until it reads a response. */
const isWaiting = ({ isBusy, exchange, socket }: Connection): boolean =>
  isBusy && (exchange?.request.complete === false || socket.writableLength > 0);

const networkSize = ({ groups }: Connection): number => groups.at(-2)?.members.size ?? 0;

// If all are busy, the widest network has to give way: to send the first byte of a body costs a client nothing.
const chooseOfBusy = ({ members }: Group, newest: Connection): Connection => {
  const waiting = [...members].filter(isWaiting);
  const largest = Math.max(...waiting.map(networkSize));
  return largest > networkSize(newest)
    ? (waiting.find((connection) => networkSize(connection) === largest) ?? newest)
    : newest;
};

/**
 * Limits open connections in total, per client network and per wide network. One more closes one that has
 * no request. If all are busy it closes one of a larger network that the server waits for, or itself.
 *
 * @param isBehindProxy all clients share the proxies' addresses, so that only the total is limited
 */
export const createConnections = (isBehindProxy: boolean): Connections => {
  const connections = new Map<Socket, Connection>();
  const groups = new Map<string, Group>();

  const groupOf = (name: string, max: number): Group => {
    const group = groups.get(name) ?? { name, max, members: new Set() };
    groups.set(name, group);
    return group;
  };

  const groupsOf = ({ remoteAddress = '' }: Socket): Group[] => {
    const total = groupOf('', TOTAL_MAX);
    const network = isBehindProxy ? undefined : networkOf(remoteAddress);
    if (network === undefined) return [total];
    return [
      groupOf(network, PER_NETWORK_MAX),
      groupOf(wideNetworkOf(network), PER_WIDE_NETWORK_MAX),
      total,
    ];
  };

  const remove = (connection: Connection) => {
    connections.delete(connection.socket);
    for (const { name, members } of connection.groups) {
      members.delete(connection);
      if (members.size === 0) groups.delete(name);
    }
  };

  return {
    add(socket) {
      // The client has reset the connection before it was accepted: nobody knows whose request it would be.
      if (socket.remoteAddress === undefined) return void socket.destroy();
      const connection: Connection = {
        socket,
        groups: groupsOf(socket),
        exchange: undefined,
        isBusy: false,
        idleSince: 0,
        waiting: [],
      };
      connections.set(socket, connection);
      socket.once('close', () => remove(connection));
      for (const { members } of connection.groups) members.add(connection);
      for (const group of connection.groups) {
        if (group.members.size <= group.max) continue;
        const chosen = choose(group);
        const closed = chosen && chosen !== connection ? chosen : chooseOfBusy(group, connection);
        // At once: the system may accept further connections before `close`.
        remove(closed);
        closed.socket.destroy();
      }
    },
    get: (socket) => connections.get(socket),
    all: () => connections.values(),
  };
};

/** Time between two checks. */
export const READERS_CHECK_MS = 3000;
const CHECKS_WITHOUT_PROGRESS = 10;

// Node counts a buffer as written when the system has taken all of it. The handle knows its part.
const bytesLeft = (socket: Socket): number => {
  const handle: { writeQueueSize?: number } | undefined = Reflect.get(socket, '_handle');
  return handle?.writeQueueSize ?? 0;
};

/**
 * Ends connections whose client has taken no byte of a response for 30 s. A slow client is not ended.
 *
 * @returns a function that stops the checks
 */
export const endStoppedReaders = ({ all }: Connections, clock: Clock): (() => void) => {
  let cancel: () => void;
  const schedule = (before: ReadonlyMap<Socket, { progress: string; checks: number }>) => {
    cancel = clock.after(READERS_CHECK_MS, () => {
      const blocked = new Map<Socket, { progress: string; checks: number }>();
      for (const { socket, isBusy } of all()) {
        if (!isBusy || socket.writableLength === 0) continue;
        const progress = `${socket.bytesWritten} ${bytesLeft(socket)}`;
        const last = before.get(socket);
        const checks = last?.progress === progress ? last.checks + 1 : 0;
        if (checks === CHECKS_WITHOUT_PROGRESS) socket.destroy();
        else blocked.set(socket, { progress, checks });
      }
      schedule(blocked);
    });
  };
  schedule(new Map());
  return () => cancel();
};

// Time for connections that are being opened.
const ACCEPT_MS = 250;
// A turn of the event loop accepts one connection and reads from all. When a machine is so busy that the time is over
// before a turn has begun, there are still some to accept.
const QUIET_TURNS = 3;
const ACCEPT_TURNS_MAX = 1000;
const POLL_MS = 50;

/** Accepts and reads what has already arrived. */
const acceptWaiting = async (server: Server): Promise<void> => {
  await pause(ACCEPT_MS);
  let quietTurns = 0;
  const count = () => {
    quietTurns = 0;
  };
  server.on('connection', count);
  for (let turn = 0; turn < ACCEPT_TURNS_MAX && quietTurns < QUIET_TURNS; turn += 1) {
    quietTurns += 1;
    await nextTurn();
  }
  server.off('connection', count);
};

/**
 * Stops accepting connections, finishes every request that was sent before, and resolves when all
 * connections are closed. Node's `server.close` resets connections that it has not accepted or read.
 *
 * @param finishMs time after which open connections are destroyed
 */
export const closeGracefully = async (server: Server, finishMs: number): Promise<void> => {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.setHeader('connection', 'close'),
  );
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const timer = setTimeout(() => server.closeAllConnections(), finishMs);
  while (await Promise.race([closed, pause(POLL_MS, true)])) server.closeIdleConnections();
  clearTimeout(timer);
};

const LINGER_MS = 5000;
const LINGER_BYTES_MAX = 16 * 1024 * 1024;
/** Statuses of a rejected body: too large, or of an unsupported type or coding. */
const UNREAD_BODY_STATUSES = new Set([413, 415]);

/**
 * Discards the rest of a rejected body before the error response is sent, up to a time and a size.
 * Otherwise the connection closes while the client still sends, and the client sees a connection reset
 * instead of the response (like nginx's `lingering_close`).
 */
export const addLingeringClose = (app: FastifyInstance): void => {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const isRead = raw.complete || raw.readableEnded || raw.destroyed;
    if (!UNREAD_BODY_STATUSES.has(reply.statusCode) || isRead) return done();
    let isDone = false;
    const end = () => {
      if (!isDone) done();
      isDone = true;
    };
    let bytesLeft = LINGER_BYTES_MAX;
    const timer = setTimeout(end, LINGER_MS);
    raw.on('data', ({ length }: Buffer) => {
      bytesLeft -= length;
      if (bytesLeft < 0) end();
    });
    for (const event of ['end', 'error', 'close']) raw.once(event, end);
    raw.once('close', () => clearTimeout(timer));
    raw.resume();
  });
};
