import { UUID } from '#contract/text.ts';
import type { WebhookSettings } from '../config/app-config.ts';
import { listDeadLetters, listEndpoints, replayDeadLetters } from '../webhooks/deliveries.ts';
import {
  audited,
  CommandError,
  formatSecond,
  formatTable,
  parseOptions,
  UsageError,
  type Work,
} from './run-command.ts';

/** What `npm run leads -- --help` says of webhooks. */
export const WEBHOOKS_USAGE = `npm run leads -- webhooks                 endpoints, and the newest dead letters
npm run leads -- webhooks --replay ID     sends a dead letter again; all of them: --replay all
`;

const LISTED_MAX = 100;

type Addresses = ReadonlySet<string>;

const formatAge = (from: Date | null): string => (from ? formatSecond(from) : '');

/** Lists the endpoints of the settings and those that have rows, then the newest dead letters. */
const showWebhooks =
  (addresses: Addresses): Work =>
  async (db) => {
    const known = await listEndpoints(db);
    const stateOf = (address: string, endedAt: Date | null): string => {
      if (endedAt) return `ended ${formatSecond(endedAt)}`;
      return addresses.has(address) ? 'in use' : 'not in WEBHOOK_URLS';
    };
    const silent = [...addresses].filter((one) => !known.some(({ address }) => address === one));
    const endpoints = [
      ['endpoint', 'state', 'waiting', 'oldest', 'delivered', 'dead'],
      ...known.map(({ address, waiting, oldest, delivered, dead, endedAt }) => [
        address,
        stateOf(address, endedAt),
        String(waiting),
        formatAge(oldest),
        String(delivered),
        String(dead),
      ]),
      ...silent.map((address) => [address, stateOf(address, null), '0', '', '0', '0']),
    ];
    if (endpoints.length === 1) return 'WEBHOOK_URLS is not set, and no webhook is stored.\n';
    const letters = await listDeadLetters(db, LISTED_MAX);
    if (letters.length === 0) return formatTable(endpoints);
    const dead = [
      ['dead letter', 'event', 'of', 'endpoint', 'ended', 'attempts', 'failure'],
      ...letters.map(({ id, event, subject, endpoint, ended_at, attempts, failure }) => [
        id,
        event,
        subject,
        endpoint,
        formatSecond(ended_at),
        String(attempts),
        failure ?? '',
      ]),
    ];
    return `${formatTable(endpoints)}\n${formatTable(dead)}`;
  };

const replay =
  (id: string, addresses: Addresses): Work =>
  (db) =>
    audited(db, async (trx) => {
      const replayed = await replayDeadLetters(trx, [...addresses], id === 'all' ? undefined : id);
      if (replayed.length === 0) {
        const which = id === 'all' ? '' : ` ${id}`;
        throw new CommandError(`There is no dead letter${which} for an address in WEBHOOK_URLS.`);
      }
      const lifted = new Set(replayed.filter((one) => one.wasEnded).map(({ address }) => address));
      const lines = [
        `Dead letters that are sent again: ${replayed.length}\n`,
        ...[...lifted].map(
          (address) => `${address} was ended by its answer 410; it is in use again.\n`,
        ),
      ];
      return {
        text: lines.join(''),
        entry: { event: 'operator.replayed', outcome: 'accepted' },
      };
    });

/**
 * Parses `webhooks` and its options.
 *
 * @param args after `webhooks`
 */
export const parseWebhooks = (
  args: readonly string[],
  webhooks: WebhookSettings | undefined,
): Work => {
  const { values } = parseOptions(args, [], { replay: { type: 'string' } });
  const addresses = new Set(webhooks?.endpoints.map(({ address }) => address));
  const id = values.replay;
  if (id === undefined) return showWebhooks(addresses);
  if (id !== 'all' && !UUID.test(id.toLowerCase()))
    throw new UsageError(`--replay is not an id: ${id}`);
  return replay(id, addresses);
};
