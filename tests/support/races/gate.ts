import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A request of a tab and its answer. Times are the numbers of events in a run. */
export interface Exchange {
  tab: number;
  method: string;
  path: string;
  cookies: Record<string, string>;
  body: string;
  sentAt: number;
  /** When the server got it; undefined for a request that was lost with its page. */
  arrivedAt?: number;
  answeredAt?: number;
  status?: number;
  answer?: string;
  setsCookies: string[];
  /** When the browser got the answer. */
  deliveredAt?: number;
  /** Whether the page went away before the answer. */
  isLost: boolean;
}

/** A message that waits on its way: a request, or an answer. */
interface Message {
  exchange: Exchange;
  kind: 'request' | 'answer';
  /** Lets it go. */
  pass(): void;
}

/** The header that names the tab of a request. */
export const TAB_HEADER = 'x-tab';
/** The API without passkeys, and the pages of the application. */
const HELD_PATHS = /^\/(?:v[12]\/(?!user\/passkey)|app(?:\/(?!.*\.)|$))/;

/** Whether the messages of a URL are held. */
export const isHeldUrl = (url: string): boolean => HELD_PATHS.test(new URL(url).pathname);

const cookiesOf = ({ headers: { cookie = '' } }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(cookie.split('; ').map((pair) => pair.split('=', 2)));

/** Records the body of a request as its reader receives it. */
const recordBody = (request: IncomingMessage, exchange: Exchange): void => {
  const emit = request.emit.bind(request);
  request.emit = (name: string, ...values: unknown[]) => {
    if (name === 'data') exchange.body += String(values[0]);
    return emit(name, ...values);
  };
};

/**
 * Holds each message between the tabs and the server until the test lets it go: a request before the server gets
 * it, its answer before the browser gets it. What a browser has sent has the cookies of that moment.
 */
export const createGate = () => {
  let exchanges: Exchange[] = [];
  let messages: Message[] = [];
  let isOpen = true;
  let events = 0;
  const listeners: (() => void)[] = [];
  const tick = (): number => {
    events += 1;
    for (const listener of listeners.splice(0)) listener();
    return events;
  };
  const hold = (message: Message): void => {
    if (isOpen) message.pass();
    else messages.push(message);
    tick();
  };

  const receive = (
    request: IncomingMessage,
    response: ServerResponse,
    handle: () => void,
  ): void => {
    const { url = '', method = '', headers } = request;
    const path = url.split('?', 1)[0] ?? '';
    const tab = Number(headers[TAB_HEADER]);
    if (!tab || !HELD_PATHS.test(path)) {
      handle();
      return;
    }
    const cookies = cookiesOf(request);
    const exchange: Exchange = {
      tab,
      method,
      path,
      cookies,
      body: '',
      setsCookies: [],
      sentAt: tick(),
      isLost: false,
    };
    exchanges.push(exchange);
    recordBody(request, exchange);
    // Headers that are given here are not among those of the response.
    const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
    response.writeHead = ((...values: unknown[]) => {
      const headers = values.find((value) => typeof value === 'object' && value !== null) ?? {};
      exchange.setsCookies = [Reflect.get(headers, 'set-cookie') ?? []].flat().map(String);
      return writeHead(...values);
    }) as ServerResponse['writeHead'];
    const end = response.end.bind(response) as (...values: unknown[]) => ServerResponse;
    response.end = ((...values: unknown[]) => {
      exchange.answeredAt = tick();
      exchange.status = response.statusCode;
      exchange.answer = String(values[0] ?? '');
      hold({
        exchange,
        kind: 'answer',
        pass() {
          if (!exchange.isLost) exchange.deliveredAt = tick();
          end(...values);
        },
      });
      return response;
    }) as ServerResponse['end'];
    response.on('close', () => {
      if (exchange.deliveredAt !== undefined) return;
      exchange.isLost = true;
      messages = messages.filter((message) => message.exchange !== exchange);
      tick();
    });
    hold({
      exchange,
      kind: 'request',
      pass() {
        exchange.arrivedAt = tick();
        handle();
      },
    });
  };

  /** Resolves when no request is in the hands of the server. */
  const idle = async (): Promise<void> => {
    while (
      exchanges.some(
        ({ arrivedAt, answeredAt, isLost }) =>
          arrivedAt !== undefined && answeredAt === undefined && !isLost,
      )
    )
      await new Promise<void>((resolve) => listeners.push(resolve));
  };

  return {
    /** Stands in front of a server. */
    guard(server: Server): void {
      const handlers = server.listeners('request');
      server.removeAllListeners('request');
      server.on('request', (request, response) =>
        receive(request, response, () => {
          for (const handler of handlers) handler.call(server, request, response);
        }),
      );
    },
    exchanges: (): readonly Exchange[] => exchanges,
    /** What is held, oldest first. */
    held: (): readonly Message[] => messages,
    /** How many events there were. */
    events: () => events,
    /** Lets one message go; waits until the server has answered. */
    async pass(message: Message): Promise<void> {
      messages = messages.filter((other) => other !== message);
      message.pass();
      await idle();
    },
    /** Gives all held requests to the server at once, so that it works on them at the same time. */
    async passTogether(): Promise<void> {
      const requests = messages.filter(({ kind }) => kind === 'request');
      messages = messages.filter(({ kind }) => kind !== 'request');
      for (const { pass } of requests) pass();
      await idle();
    },
    /** Holds nothing from now on. */
    async open(): Promise<void> {
      isOpen = true;
      for (const { pass } of messages.splice(0)) pass();
      await idle();
    },
    /** Holds everything from now on, and forgets what was. */
    close(): void {
      isOpen = false;
      exchanges = [];
      messages = [];
    },
  };
};

export type Gate = ReturnType<typeof createGate>;
