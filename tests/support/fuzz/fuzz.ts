import fc from 'fast-check';
import type { DatabaseKind } from '../test-database.ts';
import { bodiesFor, type CallName, callNames, calls, pathsFor } from './calls.ts';
import { type FuzzedServer, startFuzzedServer } from './fuzzed-server.ts';
import { databaseFaults, mailFaults, takeBystander } from './left-behind.ts';
import { type Mutation, mutations, type Wire } from './mutations.ts';
import {
  headersOf,
  keepCookies,
  makePerson,
  newestCode,
  type Person,
  STAGES,
  type Stage,
} from './people.ts';
import { pngUpload } from './png-upload.ts';
import type { Json } from './schema-values.ts';
import { exchange, faultsOf, toBytes, type WireAnswer } from './wire-answer.ts';

interface Request {
  stage: Stage;
  call: CallName;
  path: string;
  body: Json | undefined;
  network: number;
  mutations: Mutation[];
}

interface FuzzReport {
  /** What is wrong, each with all that is needed to see it again; nothing where all is well. */
  faults: string[];
  requests: number;
  statuses: Record<string, number>;
  /** Of the server, after a warm-up and at the end. */
  heapBytes: { warm: number; end: number };
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

/** Calls that take somebody from where they had come to. */
const ENDS_STAGE = new Set<CallName>(['logout', 'verifySignUpCode', 'updatePassword']);
/** Requests after which everybody is somebody new, whatever was done to their rows. */
const RENEW_EVERY = 150;

interface Exchange {
  wire: Wire;
  answer: WireAnswer;
}

/** What placeholders stand for. */
type Names = Record<'me' | 'other' | 'them', Record<string, string>>;

const fillIn = (text: string, names: Names): string =>
  text.replace(
    /\{\{(me|other|them)\.(\w+)\}\}/g,
    (_, who: keyof Names, what: string) => names[who][what] ?? '',
  );

const namesOf = (server: FuzzedServer, person: Person): Record<string, string> => ({
  ...Object.fromEntries(person.cookies),
  email: person.email,
  password: person.password,
  companyId: person.companyId,
  userId: person.userId,
  logo: person.logo,
  xsrf: person.cookies.get('XSRF-TOKEN') ?? '',
  code: newestCode(server, person.email),
});

const toWire = (server: FuzzedServer, request: Request, person: Person): Wire => {
  const { call, path, body, network } = request;
  const headers = headersOf(server.port, { ...person, network: `198.51.100.${network}` });
  const wire: Wire = {
    method: calls[call].method,
    path,
    headers,
    body: undefined,
    isChunked: false,
  };
  if (calls[call].isForm) {
    const { payload, headers: form } = pngUpload;
    wire.body = payload;
    wire.headers.push(`Content-Type: ${form['content-type']}`);
  } else if (body !== undefined) {
    wire.body = Buffer.from(JSON.stringify(body));
    wire.headers.push('Content-Type: application/json');
  }
  return request.mutations.reduce((changed, { apply }) => apply(changed), wire);
};

const fillWire = (wire: Wire, names: Names): Wire => ({
  ...wire,
  path: fillIn(wire.path, names),
  headers: wire.headers.map((line) => fillIn(line, names)),
  // Latin-1 keeps every byte as it is.
  body: wire.body && Buffer.from(fillIn(wire.body.toString('latin1'), names), 'latin1'),
});

/**
 * Sends that many requests to a real server: made from the contract's schemas, most of them changed
 * into something else, by people who have come some way of a sign-up or a login. `FUZZ_SEED` and
 * `FUZZ_PATH` run one again.
 */
export const fuzz = async (kind: DatabaseKind, count: number): Promise<FuzzReport> => {
  const server = await startFuzzedServer(kind);
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const people = new Map<Stage, Person>();
  let sent = 0;
  let warm = 0;
  // The newest that failed: shrinking goes on from a failure to a smaller one.
  let failed: Exchange | undefined;
  const bystander = await takeBystander(server);

  const personAt = async (stage: Stage): Promise<Person> => {
    const person = people.get(stage) ?? (await makePerson(server, stage));
    people.set(stage, person);
    return person;
  };

  const send = async (request: Request): Promise<string[]> => {
    // What hangs isn't shrunk: every try would take as long again.
    if (failed?.answer.end === 'hung') return [];
    const person = await personAt(request.stage);
    // Never the bystander, whose cookies nobody has.
    const other = await personAt('accepted');
    const names: Names = {
      me: namesOf(server, person),
      other: namesOf(server, other),
      // Never its cookies: what is done with those would be its own doing.
      them: {
        ...namesOf(server, { ...bystander.person, cookies: new Map() }),
        password: 'unknown',
        code: '000000',
      },
    };
    const wire = fillWire(toWire(server, request, person), names);
    const answer = await exchange(server.port, toBytes(wire));
    statuses[answer.status ?? answer.end] = (statuses[answer.status ?? answer.end] ?? 0) + 1;
    keepCookies(person, answer);
    // Whoever was logged out, or has used up a code, is no longer where they had come to.
    if (ENDS_STAGE.has(request.call) && answer.status === 200) people.delete(request.stage);
    if (sent % RENEW_EVERY === 0) people.clear();
    sent += 1;
    if (sent === Math.ceil(count / 4)) warm = await server.heapBytes();
    const alive = server.isAlive() ? [] : ['the server has ended'];
    const found = [...faultsOf(answer, wire.method), ...alive];
    if (found.length > 0) failed = { wire, answer };
    return found;
  };

  try {
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
    const path = process.env['FUZZ_PATH'];
    const outcome = await fc.check(
      fc.asyncProperty(requests, async (request) => {
        const found = await send(request);
        if (found.length > 0) throw new Error(found.join('; '));
      }),
      { numRuns: count, seed, ...(path !== undefined && { path }) },
    );
    if (outcome.failed) faults.push(explain(outcome, failed));
    const end = server.isAlive() ? await server.heapBytes() : 0;
    if (server.isAlive()) faults.push(...(await bystander.faults()));
    faults.push(...mailFaults(server.smtp));
    const code = await server.stop();
    if (code !== 0) faults.push(`the server ended with ${code}: ${server.output().slice(-500)}`);
    faults.push(...(await databaseFaults(server, bystander.person)));
    return { faults, requests: sent, statuses, heapBytes: { warm, end } };
  } finally {
    await server.close();
  }
};

/** The shrunk request of a failure, as it went over the wire, and how to run it again. */
const explain = (
  { seed, counterexamplePath, counterexample, numShrinks, errorInstance }: fc.RunDetails<[Request]>,
  last: Exchange | undefined,
): string => {
  const [request] = counterexample ?? [];
  const changes = request?.mutations.map(({ words }) => words).join(', ') || 'unchanged';
  return [
    `FUZZ_SEED=${seed} FUZZ_PATH=${counterexamplePath} (shrunk ${numShrinks} times; where it depends on what came before, without FUZZ_PATH)`,
    String(errorInstance),
    `${request?.call} by somebody ${request?.stage}, ${changes}`,
    last ? toBytes(last.wire).toString().slice(0, 2000) : '',
    `→ ${last?.answer.status ?? last?.answer.end} ${last?.answer.text.slice(0, 500)}`,
  ].join('\n');
};
