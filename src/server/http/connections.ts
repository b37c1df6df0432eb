import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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
