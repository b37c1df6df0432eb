import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '#build/root.ts';
import { readSettings } from '#server/config/read-settings.ts';

const SERVERS = ['server', 'server-1', 'server-2'];
const SCALED = ['server-1', 'server-2', 'pooler', 'balancer'];
/** Time for open requests and mail after the drain (`src/server/main.ts`), in milliseconds. */
const GRACE_MS = 10_000;

interface Service {
  ports?: string[];
  profiles?: string[];
  environment: Record<string, string | number>;
  depends_on: Record<string, { condition: string }>;
  stop_grace_period: string;
  healthcheck: { test: string[] };
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const compose: {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
} = parse(read('compose.yaml'), { merge: true });
const { database, pooler, balancer } = compose.services;
const dockerfile = read('Dockerfile');
const imagePort = /^ +PORT=(\d+)/m.exec(dockerfile)?.[1];

const settingsOf = (name: string) =>
  readSettings(
    Object.fromEntries(
      Object.entries({
        ...compose.services[name]?.environment,
        SECRET_KEY: 'x'.repeat(32),
      }).map(([variable, value]) => [variable, String(value)]),
    ),
  );

const contentOf = (name: string): string => compose.configs[name]?.content ?? '';

/** The values of a configuration file with lines `name = value`. */
const valuesOf = (ini: string): Record<string, string> =>
  Object.fromEntries(
    ini
      .split('\n')
      .map((line) => /^(\w+) = (.*)$/.exec(line.trim()))
      .flatMap((match) => (match ? [[match[1], match[2]]] : [])),
  );

const loginOf = (url = '') => {
  const { username, password, pathname } = new URL(url);
  return { username, password, name: pathname.slice(1) };
};

describe('compose.yaml', () => {
  it('starts the pooler, two servers and the load balancer only in the profile `scaled`', () => {
    const profiled = Object.entries(compose.services).filter(([, { profiles }]) => profiles);
    expect(profiled.map(([name]) => name).sort()).toEqual([...SCALED].sort());
    expect(profiled.map(([, { profiles }]) => profiles)).toEqual(SCALED.map(() => ['scaled']));
    expect(read('docs/deploy.md')).toContain('docker compose --profile scaled up --build');
  });

  it.each(SERVERS)('gives %s settings that it accepts, and the login of the database', (name) => {
    const { databaseUrl, smtpUrl = '' } = settingsOf(name);
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = database?.environment ?? {};
    expect(loginOf(databaseUrl)).toEqual({
      username: POSTGRES_USER,
      password: POSTGRES_PASSWORD,
      name: POSTGRES_DB,
    });
    expect(new URL(smtpUrl).hostname).toBe('mail');
    expect(compose.services).toHaveProperty(new URL(databaseUrl ?? '').hostname);
  });

  it.each(SERVERS)('gives %s the time of a graceful close', (name) => {
    const seconds = Number.parseInt(compose.services[name]?.stop_grace_period ?? '', 10);
    expect(seconds * 1000).toBeGreaterThan(settingsOf(name).drainMs + GRACE_MS);
  });

  it('starts servers when their database or pooler answers', () => {
    expect(compose.services['server']?.depends_on['database']?.condition).toBe('service_healthy');
    for (const name of ['server-1', 'server-2'])
      expect(compose.services[name]?.depends_on['pooler']?.condition).toBe('service_healthy');
    expect(pooler?.depends_on['database']?.condition).toBe('service_healthy');
  });

  it('publishes the ports that the public addresses name, on the loopback interface only', () => {
    const portOf = (name: string) => new URL(settingsOf(name).publicUrl ?? '').port;
    expect(compose.services['server']?.ports).toEqual([
      `127.0.0.1:${portOf('server')}:${imagePort}`,
    ]);
    const [, bound] = /^ *bind :(\d+)$/m.exec(contentOf('balancer')) ?? [];
    for (const name of ['server-1', 'server-2'])
      expect(balancer?.ports).toEqual([`127.0.0.1:${portOf(name)}:${bound}`]);
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((mapping) => !mapping.startsWith('127.0.0.1:'))).toEqual([]);
    expect([database?.ports, pooler?.ports]).toEqual([undefined, undefined]);
  });
});

describe('the pooler of compose.yaml', () => {
  const config = contentOf('pooler');
  const values = valuesOf(config);

  it('connects to the database, and takes the login of the servers', () => {
    const { username, password, name } = loginOf(settingsOf('server-1').databaseUrl);
    expect(config).toContain(`${name} = host=database port=5432 dbname=${name}\n`);
    expect(contentOf('pooler-users')).toBe(`"${username}" "${password}"\n`);
  });

  it('listens on the port of the servers and of its health check', () => {
    const { listen_port: port } = values;
    expect(new URL(settingsOf('server-1').databaseUrl ?? '').port).toBe(port);
    expect(pooler?.healthcheck.test.at(-1)).toBe(`</dev/tcp/127.0.0.1/${port}`);
  });

  it('has the values that docs/deploy.md recommends', () => {
    const [, documented = ''] =
      /^\[pgbouncer\]\n([\s\S]*?)^```$/m.exec(read('docs/deploy.md')) ?? [];
    expect(Object.keys(valuesOf(documented)).length).toBeGreaterThan(2);
    expect(values).toMatchObject(valuesOf(documented));
  });
});

describe('the load balancer of compose.yaml', () => {
  const config = contentOf('balancer');

  it('spreads requests over the servers, which trust it as their only proxy', () => {
    const listed = [...config.matchAll(/^ *server (\S+) (\S+)$/gm)].map(([, ...server]) => server);
    expect(listed).toEqual(['server-1', 'server-2'].map((name) => [name, `${name}:${imagePort}`]));
    expect(config).toContain('option forwardfor');
    expect(settingsOf('server-1').trustProxy).toBe(1);
  });

  it('notices a server that stops before the end of its drain', () => {
    expect(config).toContain('option httpchk GET /readyz');
    const [, interval, failures] = /inter (\d+)ms fall (\d+)/.exec(config) ?? [];
    expect(Number(interval) * Number(failures)).toBeLessThan(settingsOf('server-1').drainMs);
  });

  it('keeps no log of requests, whose paths hold addresses and codes', () => {
    expect(config).not.toMatch(/^ *(?:log|option httplog|option tcplog)\b/m);
  });
});
