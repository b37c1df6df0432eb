import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import { MINUTE_MS } from '#contract/durations.ts';
import { applicationRoutes } from './application/application.ts';
import { requireSignUpTicket } from './auth/codes/sign-up-ticket.ts';
import { makeBrowserLink } from './auth/logins/browser-link.ts';
import { authRoutes } from './auth/routes.ts';
import {
  addRequestGuard,
  createFetchMetadataGuard,
  PARAMETER_LENGTH_MAX,
  requireSession,
} from './auth/sessions/request-guard.ts';
import { createCookies } from './auth/sessions/tokens.ts';
import { companiesRoutes } from './companies/routes.ts';
import type { AppConfig, Clock } from './config/app-config.ts';
import { createKeys } from './config/keys.ts';
import { type Reaper, startReaper } from './database/reaper.ts';
import type { Database } from './database/types.ts';
import { createDeliveries } from './deliveries.ts';
import { createFunnelRoutes } from './funnel/routes.ts';
import { clientErrorHandler, inTurn, rejectConnect } from './http/client-error-handler.ts';
import { addLingeringClose, createConnections, endStoppedReaders } from './http/connections.ts';
import { addErrorHandler, addNotFoundHandler, sendError } from './http/error-handler.ts';
import { addFloodLimit } from './http/flood-limit.ts';
import { healthRoutes } from './http/health-routes.ts';
import { addCors, addPreflightResponse, createOrigins, isSecureSite } from './http/origins.ts';
import { requireCalls } from './http/register-call.ts';
import {
  addContentCodingGuard,
  BODY_BYTES_MAX,
  bodyValidator,
  parseStrictJson,
} from './http/request-body.ts';
import { loggerOptions, logRequest, onRequestEnd } from './http/request-log.ts';
import {
  addRobotsHeader,
  addSecurityHeaders,
  addSetCookieCaching,
  rawResponseHeaders,
} from './http/security-headers.ts';
import { addBuiltSite } from './http/static-site.ts';
import { leadsRoutes } from './leads/routes.ts';
import { addLimitRefund } from './limits/rate-limits.ts';
import { createWorkQueues, type WorkQueue } from './limits/work-queue.ts';
import { createMailWorker } from './mail/outbox.ts';
import type { Mail } from './mail/transports.ts';
import { addLimitMetrics, countRequest, type Metrics, noMetrics } from './metrics/metrics.ts';
import type { Services } from './services.ts';
import { createWebhooks, noWebhooks } from './webhooks/webhooks.ts';

// The slowest complete request is a logo upload over a slow connection.
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = MINUTE_MS;
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
// Node checks the timeouts above every 30 s by default, so 10 s could become 40 s.
const TIMEOUT_CHECK_MS = 1000;
const HEADER_BYTES_MAX = 16 * 1024;

export interface AppParts {
  db: Kysely<Database>;
  mail: Mail;
  clock: Clock;
  config: AppConfig;
  /** Replaces the default queue for password hashing. */
  hashing?: WorkQueue | undefined;
  metrics?: Metrics | undefined;
  /** Whether the process is shutting down: `/readyz` fails and connections are closed. */
  isStopping?: (() => boolean) | undefined;
}

const createServer = (config: AppConfig, metrics: Metrics, clock: Clock): FastifyInstance => {
  const headers = rawResponseHeaders(isSecureSite(config));
  const connections = createConnections(config.trustProxy > 0);
  const record: Parameters<typeof onRequestEnd>[1] = (request, reply, status) => {
    logRequest(request, reply, status);
    countRequest(metrics, request, reply, status);
  };
  const app = fastify({
    logger: loggerOptions(config),
    // Fastify's request log contains the URL. logRequest logs the route pattern instead.
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
      // The request guard checks the Host header: Node's own response has no security headers.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    // HEAD on the verify route would consume a code.
    exposeHeadRoutes: false,
    // Requests that arrive during shutdown are still served; /readyz tells the balancer to stop.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(headers, connections),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply.headers(headers));
      // Fastify runs no hooks for these errors.
      record(request, reply, reply.statusCode);
    },
  });
  app.server
    .on('connection', connections.add)
    // Fastify's own listener would run pipelined requests at once.
    .removeAllListeners('request')
    .on('request', inTurn(connections, app.routing))
    .on('checkExpectation', inTurn(connections, app.routing))
    .on('connect', rejectConnect(headers, connections));
  onRequestEnd(app, record);
  let stopChecks = () => {};
  app.addHook('onReady', async () => {
    stopChecks = endStoppedReaders(connections, clock);
  });
  app.addHook('onClose', async () => stopChecks());
  return app;
};

// On the root instance, so that they apply to every route. The order of the calls is the order of
// the hooks.
const addHooks = async (
  app: FastifyInstance,
  { db, config, origins, cookies, metrics, isClosing }: Services,
): Promise<void> => {
  addErrorHandler(app);
  app.setValidatorCompiler(bodyValidator);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseStrictJson(body),
  );
  addLimitMetrics(app, metrics);
  addSecurityHeaders(app, config, origins.isSecure);
  addRobotsHeader(app);
  addNotFoundHandler(app);
  await addCors(app, origins);
  addFloodLimit(app, config);
  addPreflightResponse(app);
  await app.register(cookie);
  addSetCookieCaching(app);
  addRequestGuard(app, { origins, cookies });
  addContentCodingGuard(app);
  addLingeringClose(app);
  addLimitRefund(app, db);
  // Without this header a connection that is busy at shutdown stays open until its idle timeout.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing()) reply.header('connection', 'close');
    done();
  });
};

/**
 * Creates the API, and the built site if `config.webRoot` is set. It reads no environment variables
 * and opens no port. The workers of mail and webhooks and the reaper run from `ready` to `close`. The caller has
 * migrated `db`, and closes `db` and `mail`.
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
  const app = createServer(config, metrics, clock);
  const queues = { ...createWorkQueues(), ...(hashing && { hashing }) };
  const keys = createKeys(config.secretKeys);
  const origins = createOrigins(config, () => {
    const address = app.server.address();
    return address !== null && typeof address === 'object' ? address : undefined;
  });
  const warnOf = (task: string) => (error: unknown) =>
    app.log.warn({ err: error, task }, 'background task failed');
  const worker = createMailWorker({
    db,
    prepareDeliveries: createDeliveries({
      db,
      mail,
      codeKeys: keys.codes,
      publicUrl: config.publicUrl,
      linkFor: (email) => makeBrowserLink(db, keys.devices, { origin: origins.own(), email }),
    }),
    clock,
    onError: warnOf('mail'),
    metrics,
  });
  const webhooks = config.webhooks
    ? createWebhooks({ db, settings: config.webhooks, clock, onError: warnOf('webhooks'), metrics })
    : noWebhooks;
  for (const [name, queue] of Object.entries(queues)) metrics.watchQueue(name, queue);
  metrics.watchOutbox(db);
  let isClosing = false;

  const services: Services = {
    db,
    clock,
    config,
    keys,
    origins,
    cookies: createCookies(origins.isSecure, keys.xsrf),
    ...queues,
    metrics,
    wakeMailWorker: worker.wake,
    webhooks,
    isClosing: () => isClosing || isStopping(),
  };
  await addHooks(app, services);

  let reaper: Reaper | undefined;
  app.addHook('onReady', async () => {
    reaper = startReaper(db, clock, warnOf('reaper'));
    worker.wake();
    webhooks.wake();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onClose', async () => {
    await Promise.all([worker.stop(), webhooks.stop()]);
    await reaper?.stop();
  });

  requireCalls(app);
  app.decorate('callHooks', {
    access: requireSession(services),
    ticket: requireSignUpTicket(services),
    effect: createFetchMetadataGuard(origins, services.cookies),
  });
  await app.register(authRoutes, services);
  await app.register(companiesRoutes, services);
  await app.register(leadsRoutes, services);
  if (config.charts) await app.register(createFunnelRoutes(config.charts), services);
  await app.register(healthRoutes, services);
  await app.register(applicationRoutes, services);
  if (config.webRoot !== undefined) {
    const onError = warnOf('kept build');
    await addBuiltSite(app, { csp: config.csp, webRoot: config.webRoot, db, onError });
  }
  return app;
};
