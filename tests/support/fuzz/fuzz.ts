import fc from 'fast-check';
import { type CallName, callNames, callOf } from '#contract/calls/all-calls.ts';
import { descriptionFaults } from '../openapi/api-description.ts';
import { randomSeed } from '../random-seed.ts';
import type { DatabaseKind } from '../server/database/test-database.ts';
import { bodiesFor, pathsFor } from './calls.ts';
import {
  type AccountStage,
  createClientAt,
  type FuzzClient,
  headersOf,
  latestCode,
  STAGES,
  storeCookies,
} from './clients.ts';
import { type FuzzedServer, startFuzzedServer } from './fuzzed-server.ts';
import { createUnrelatedUser, databaseFaults, mailFaults } from './leftovers.ts';
import { type Mutation, mutations, type RawRequest } from './mutations.ts';
import { pngUpload } from './png-upload.ts';
import { exchange, type RawResponse, responseFaults, toBytes } from './raw-exchange.ts';
import type { Json } from './schema-values.ts';

interface Request {
  stage: AccountStage;
  call: CallName;
  path: string;
  body: Json | undefined;
  network: number;
  mutations: Mutation[];
}

interface FuzzReport {
  /** Every failure with what is needed to reproduce it; empty if there is none. */
  faults: string[];
  requests: number;
  statuses: Record<string, number>;
  /** Heap size of the server after a warm-up and at the end. */
  heapBytes: { warmHeapBytes: number; end: number };
}

const requests: fc.Arbitrary<Request> = fc.constantFrom(...callNames).chain((call) =>
  fc.record({
    call: fc.constant(call),
    stage: fc.constantFrom(...STAGES),
    path: pathsFor(call),
    body: bodiesFor(call),
    network: fc.nat(199),
    mutations: fc.oneof(
      { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
      { weight: 2, arbitrary: fc.array(mutations, { minLength: 1, maxLength: 3 }) },
    ),
  }),
);

/** Calls after which a client is no longer at its stage. */
const ENDS_STAGE = new Set<CallName>(['logout', 'verifySignUpCode', 'updatePassword']);
/** All clients are replaced after so many requests. */
const RENEW_EVERY = 150;

interface Exchange {
  wire: RawRequest;
  response: RawResponse;
}

/** The values of placeholders. */
type Names = Record<'me' | 'other' | 'them', Record<string, string>>;

const fillIn = (text: string, names: Names): string =>
  text.replace(
    /\{\{(me|other|them)\.(\w+)\}\}/g,
    (_, who: keyof Names, what: string) => names[who][what] ?? '',
  );

const namesOf = (server: FuzzedServer, client: FuzzClient): Record<string, string> => ({
  ...Object.fromEntries(client.cookies),
  email: client.email,
  password: client.password,
  companyId: client.companyId,
  userId: client.userId,
  logo: client.logo,
  xsrf: client.cookies.get('XSRF-TOKEN') ?? '',
  code: latestCode(server, client.email),
});

const toWire = (server: FuzzedServer, request: Request, client: FuzzClient): RawRequest => {
  const { call, path, body, network } = request;
  const headers = headersOf(server.port, { ...client, network: `198.51.100.${network}` });
  const wire: RawRequest = {
    method: callOf(call).method,
    path,
    headers,
    body: undefined,
    isChunked: false,
  };
  if (callOf(call).isLogoForm) {
    const { payload, headers: form } = pngUpload;
    wire.body = payload;
    wire.headers.push(`Content-Type: ${form['content-type']}`);
  } else if (body !== undefined) {
    wire.body = Buffer.from(JSON.stringify(body));
    wire.headers.push('Content-Type: application/json');
  }
  return request.mutations.reduce((changed, { apply }) => apply(changed), wire);
};

const fillWire = (wire: RawRequest, names: Names): RawRequest => ({
  ...wire,
  path: fillIn(wire.path, names),
  headers: wire.headers.map((line) => fillIn(line, names)),
  // Latin-1 preserves every byte.
  body: wire.body && Buffer.from(fillIn(wire.body.toString('latin1'), names), 'latin1'),
});

const undescribed = ({ method, path }: RawRequest, response: RawResponse): string[] => {
  const { status, headers, text } = response;
  return status === undefined
    ? []
    : descriptionFaults({ method, url: path, status, headers: Object.fromEntries(headers), text });
};

/**
 * Sends random requests to a real server. They are generated from the contract's schemas, most are
 * mutated, and they are sent by clients at every stage of sign-up and login. `TEST_SEED` and
 * `FUZZ_PATH` repeat a run.
 */
export const fuzz = async (kind: DatabaseKind, count: number): Promise<FuzzReport> => {
  const server = await startFuzzedServer(kind);
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const clients = new Map<AccountStage, FuzzClient>();
  let sentCount = 0;
  let warmHeapBytes = 0;
  // The latest failure; shrinking continues from it.
  let failed: Exchange | undefined;
  const unrelatedUser = await createUnrelatedUser(server);

  const clientAt = async (stage: AccountStage): Promise<FuzzClient> => {
    const client = clients.get(stage) ?? (await createClientAt(server, stage));
    clients.set(stage, client);
    return client;
  };

  const send = async (request: Request): Promise<string[]> => {
    // A request that hangs isn't shrunk: each attempt would take as long.
    if (failed?.response.end === 'hung') return [];
    const client = await clientAt(request.stage);
    // Never the unrelated user, whose cookies no client has.
    const other = await clientAt('accepted');
    const names: Names = {
      me: namesOf(server, client),
      other: namesOf(server, other),
      // Never the unrelated user's cookies: those would authorize changes.
      them: {
        ...namesOf(server, { ...unrelatedUser.client, cookies: new Map() }),
        password: 'unknown',
        code: '000000',
      },
    };
    const wire = fillWire(toWire(server, request, client), names);
    const response = await exchange(server.port, toBytes(wire));
    statuses[response.status ?? response.end] =
      (statuses[response.status ?? response.end] ?? 0) + 1;
    storeCookies(client, response);
    // A client that logged out or used its code is no longer at its stage.
    if (ENDS_STAGE.has(request.call) && response.status === 200) clients.delete(request.stage);
    if (sentCount % RENEW_EVERY === 0) clients.clear();
    sentCount += 1;
    if (sentCount === Math.ceil(count / 4)) warmHeapBytes = await server.heapBytes();
    const alive = server.isAlive() ? [] : ['the server has ended'];
    const failures = [
      ...responseFaults(response, wire.method),
      ...undescribed(wire, response),
      ...alive,
    ];
    if (failures.length > 0) failed = { wire, response };
    return failures;
  };

  try {
    const path = process.env['FUZZ_PATH'];
    const outcome = await fc.check(
      fc.asyncProperty(requests, async (request) => {
        const failures = await send(request);
        if (failures.length > 0) throw new Error(failures.join('; '));
      }),
      { numRuns: count, seed: randomSeed(), ...(path !== undefined && { path }) },
    );
    if (outcome.failed) faults.push(explain(outcome, failed));
    const end = server.isAlive() ? await server.heapBytes() : 0;
    if (server.isAlive()) faults.push(...(await unrelatedUser.faults()));
    faults.push(...mailFaults(server.smtp));
    const code = await server.stop();
    if (code !== 0) faults.push(`the server ended with ${code}: ${server.output().slice(-500)}`);
    faults.push(...(await databaseFaults(server, unrelatedUser.client)));
    return { faults, requests: sentCount, statuses, heapBytes: { warmHeapBytes, end } };
  } finally {
    await server.close();
  }
};

/** The shrunk request of a failure as sent, and how to reproduce it. */
const explain = (
  { seed, counterexamplePath, counterexample, numShrinks, errorInstance }: fc.RunDetails<[Request]>,
  last: Exchange | undefined,
): string => {
  const [request] = counterexample ?? [];
  const changes = request?.mutations.map(({ words }) => words).join(', ') || 'unchanged';
  return [
    `TEST_SEED=${seed} FUZZ_PATH=${counterexamplePath} (shrunk ${numShrinks} times; where it depends on what came before, without FUZZ_PATH)`,
    String(errorInstance),
    `${request?.call} by a client at stage ${request?.stage}, ${changes}`,
    last ? toBytes(last.wire).toString().slice(0, 2000) : '',
    `→ ${last?.response.status ?? last?.response.end} ${last?.response.text.slice(0, 500)}`,
  ].join('\n');
};
