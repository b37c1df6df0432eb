import { type CallName, callNames, callOf } from '#contract/calls/all-calls.ts';
import type { RaceServer, SentRequest, ServerAnswer } from './race-server.ts';
import type { Schedule } from './schedule.ts';

/** A request and what became of it. Moments count the events of a run. */
export interface Exchange {
  tab: number;
  /** The document that sent it, counted in its tab. */
  document: number;
  /** The address that the form showed then. */
  email: string | undefined;
  call: CallName | 'page';
  request: SentRequest;
  /** The request's cookies by name. */
  cookies: Record<string, string>;
  sentAt: number;
  arrivedAt?: number;
  answeredAt?: number;
  answer?: ServerAnswer;
  /** When its document got the answer. Never, if that was closed before. */
  deliveredAt?: number;
}

export type Sender = Pick<Exchange, 'tab' | 'document' | 'email'>;

export interface Network {
  exchanges: Exchange[];
  /** Sends a request; resolves when the answer reaches the browser. */
  send(sender: Sender, request: SentRequest): Promise<Exchange & { answer: ServerAnswer }>;
}

const patterns = callNames.map((name) => {
  const { method, path } = callOf(name);
  return { name, method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) };
});

const callAt = ({ method, url }: SentRequest): CallName | 'page' =>
  patterns.find((known) => known.method === method && known.path.test(url))?.name ?? 'page';

const cookiesOf = ({ headers }: SentRequest): Record<string, string> =>
  Object.fromEntries(
    (headers['cookie'] ?? '')
      .split('; ')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

/** @param moment the number of the next event */
export const createNetwork = (
  server: RaceServer,
  schedule: Schedule,
  { address, moment, earlier }: { address: string; moment(): number; earlier: readonly Exchange[] },
): Network => {
  const exchanges: Exchange[] = [...earlier];
  return {
    exchanges,
    async send(sender, request) {
      const call = callAt(request);
      const exchange: Exchange = {
        ...sender,
        call,
        request,
        cookies: cookiesOf(request),
        sentAt: moment(),
      };
      exchanges.push(exchange);
      const lane = `request ${exchanges.length}`;
      const words = `tab ${sender.tab}: ${call}`;
      await schedule.turn(lane, `${words} reaches the server`);
      exchange.arrivedAt = moment();
      const answer = await server.handle(request, address, () =>
        schedule.turn(lane, `${words} goes on in the server`),
      );
      exchange.answer = answer;
      exchange.answeredAt = moment();
      await schedule.turn(lane, `${words} gets its answer (${answer.status})`);
      return Object.assign(exchange, { answer });
    },
  };
};
