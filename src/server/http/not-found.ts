import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundPage } from '../pages/not-found-page.ts';
import { Refusal } from '../refusal.ts';
import { errorBody } from './error-answers.ts';

/** Every address of the server and the methods it takes. */
type Table = Map<string, { matches: RegExp; methods: Set<string> }>;

const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.]/g, '\\.')
      .replace(/:[a-z]+/gi, '[^/]+')
      .replace('*', '.*')}$`,
  );

const record = (app: FastifyInstance): Table => {
  const table: Table = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    // The built site's catch-all says nothing about what exists.
    if (url === '/*') return;
    const entry = table.get(url) ?? { matches: toPattern(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    table.set(url, entry);
  });
  return table;
};

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/v\d/.test(url) && (headers.accept ?? '').includes('text/html');

/**
 * Answers what no route takes: 405 with `Allow` where the address takes other methods, a small page
 * for people, else JSON. Call it before the routes are added. The address, which may hold a code,
 * is never repeated.
 */
export const addNotFoundAnswers = (app: FastifyInstance): void => {
  const table = record(app);
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = [...table.values()]
      .filter(({ matches }) => matches.test(path))
      .flatMap((entry) => [...entry.methods]);
    if (methods.length > 0 && !methods.includes(request.method)) {
      const refusal = new Refusal('method_not_allowed', 'This method is not allowed here.');
      return reply
        .code(refusal.status)
        .header('allow', [...new Set(methods)].join(', '))
        .send(errorBody(refusal));
    }
    const refusal = new Refusal('not_found', 'There is nothing here.');
    reply.code(refusal.status);
    if (!wantsPage(request)) return reply.send(errorBody(refusal));
    return reply.type('text/html; charset=utf-8').send(notFoundPage());
  });
};
