import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import { BODY_BYTES_MAX } from '#contract/limits.ts';
import type { Clock } from './clock.ts';
import type { AppConfig } from './config.ts';
import { type Reaper, startReaper } from './db/reaper.ts';
import type { Database } from './db/types.ts';
import { bodyValidator } from './http/body-validator.ts';
import {
  addConnectAnswer,
  addExpectationAnswer,
  clientErrorAnswers,
  noteRequests,
} from './http/client-errors.ts';
import { addContentCodingGuard } from './http/content-coding.ts';
import { createCookies } from './http/cookies.ts';
import { addCrossOriginAccess, addPreflightAnswers } from './http/cross-origin.ts';
import { addErrorAnswers, sendError } from './http/error-answers.ts';
import { addHearOut } from './http/hear-out.ts';
import { addNotFoundAnswers } from './http/not-found.ts';
import { createOrigins, isSecureSite } from './http/origins.ts';
import { addPrivateAnswers } from './http/private-answers.ts';
import { addRequestGuard, PARAMETER_LENGTH_MAX } from './http/request-guard.ts';
import { addRequestLimit } from './http/request-limit.ts';
import { addRequestLog, loggerOptions, logRequest } from './http/request-log.ts';
import { addSecurityHeaders, bareHeaders } from './http/security-headers.ts';
import { addStaticSite } from './http/static-site.ts';
import { parseStrictJson } from './http/strict-json.ts';
import { createKeys } from './keys.ts';
import { addGiveBack } from './limits/limit-request.ts';
import { createDelivery } from './mail/deliver.ts';
import type { Mail } from './mail/mail.ts';
import { createMailWorker } from './mail/worker.ts';
import { type Metrics, noMetrics } from './metrics/metrics.ts';
import { addRequestMetrics, countRequest } from './metrics/request-metrics.ts';
import { addRoutes } from './routes/add-routes.ts';
import type { WorkQueue } from './work-queue.ts';
import { createWorkQueues } from './work-queues.ts';

// A request that isn't whole by then never will be (a logo on a slow line takes longest).
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
// How often Node looks whose time is up: by default every 30 seconds, so that 10 would be 40.
const TIMEOUT_CHECK_MS = 1000;
const HEADER_BYTES_MAX = 16 * 1024;
// Each may hold its headers and a body of JSON, 80 KiB, before it is refused: 160 MB together. Node
// closes further ones at once, without an answer.
const CONNECTIONS_MAX = 2000;

export interface AppParts {
  db: Kysely<Database>;
  mail: Mail;
  clock: Clock;
  config: AppConfig;
  /** For password hashing, in place of the queue that is fit for this machine. */
  hashing?: WorkQueue | undefined;
  metrics?: Metrics | undefined;
  /** Whether the process was told to stop, and requests should go elsewhere from now on. */
  isStopping?: (() => boolean) | undefined;
}

const createServer = (config: AppConfig, metrics: Metrics): FastifyInstance => {
  const headers = bareHeaders(isSecureSite(config));
  const app = fastify({
    logger: loggerOptions(config),
    // Its own two lines a request would hold the address; addRequestLog writes one that doesn't.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      // The request guard refuses it: Node's own answer has no headers.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    // HEAD on the verify address would use up a code.
    exposeHeadRoutes: false,
    // What is under way is finished; /readyz says that nothing more should come.
    return503OnClosing: false,
    clientErrorHandler: clientErrorAnswers(headers),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply.headers(headers));
      // No hook runs for these.
      logRequest(request, reply, reply.statusCode);
      countRequest(metrics, request, reply, reply.statusCode);
    },
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  addConnectAnswer(app.server, headers);
  addExpectationAnswer(app.server, headers);
  noteRequests(app.server);
  return app;
};

/**
 * The whole API, and the built site where `config.webRoot` names it. Reads no environment and opens
 * no port; the outbox worker and the reaper run from `ready` to `close`. `db` is migrated, and both
 * it and `mail` are closed by the caller.
 */
export const createApp = async ({
  db,
  mail,
  clock,
  config,
  hashing,
  metrics = noMetrics,
  isStopping = () => false,
}: AppParts): Promise<FastifyInstance> => {
  const app = createServer(config, metrics);
  const queues = { ...createWorkQueues(), ...(hashing && { hashing }) };
  const keys = createKeys(config.secretKey);
  const origins = createOrigins(config, () => {
    const address = app.server.address();
    return address !== null && typeof address === 'object' ? address : undefined;
  });
  const cookies = createCookies(origins.isSecure, keys.xsrf);
  const onError = (error: unknown) => app.log.warn({ err: error }, 'background work failed');
  const worker = createMailWorker({
    db,
    clock,
    deliver: createDelivery({ db, mail, key: keys.codes }),
    onError,
    metrics,
  });
  for (const [name, queue] of Object.entries(queues)) metrics.watchQueue(name, queue);
  metrics.watchOutbox(db);
  let isClosing = false;

  addErrorAnswers(app);
  app.setValidatorCompiler(bodyValidator);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseStrictJson(body),
  );
  addRequestLog(app);
  addRequestMetrics(app, metrics);
  await addSecurityHeaders(app, config, origins.isSecure);
  addCrossOriginAccess(app, origins);
  await addRequestLimit(app, config);
  addPreflightAnswers(app, origins);
  await app.register(cookie);
  addPrivateAnswers(app);
  addRequestGuard(app, { origins, cookies });
  addContentCodingGuard(app);
  addHearOut(app);
  addGiveBack(app, db);
  addNotFoundAnswers(app);
  addRoutes(app, {
    db,
    clock,
    config,
    keys,
    origins,
    cookies,
    ...queues,
    metrics,
    wakeMail: worker.wake,
    isClosing: () => isClosing || isStopping(),
  });
  if (config.webRoot !== undefined) await addStaticSite(app, config.webRoot);

  let reaper: Reaper | undefined;
  app.addHook('onReady', async () => {
    reaper = startReaper(db, clock, onError);
    worker.wake();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // Else a connection that was busy when the end began lies idle for as long as it may.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing || isStopping()) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => {
    await worker.stop();
    await reaper?.stop();
  });
  return app;
};
