import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { findProgram } from '#build/local-programs.ts';
import { ROOT } from '#build/root.ts';
import { freePort } from '../server/free-port.ts';
import type { Fault } from './failover-loop.ts';
import { missingPostgresReason, newPostgresFolder } from './postgres-folder.ts';
import { queryOnce, signalAll } from './postgres-pair.ts';
import { runProgram } from './run-program.ts';

const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'pgbouncer'];
/** The last parts of the database machines' addresses in docs/deploy. */
const MACHINES = [5, 6, 7];
const PORTS = [2379, 2380, 5000, 5432, 6432, 8008];
const PATIENCE = { timeout: 180_000, interval: 200 };
const SAMPLE_MS = 250;
/** How long the primary goes on before its end without sending anything to its standbys. */
const HOLD_MS = 1000;

interface Member {
  name: string;
  role: string;
  state: string;
  timeline: number;
  lag?: number;
}

/** The database of docs/deploy: three machines with etcd and Patroni, behind HAProxy and PgBouncer. */
export interface PatroniCluster {
  /** The URL through PgBouncer and HAProxy. */
  url: string;
  /** Milliseconds in which another machine takes over: `ttl` and `loop_wait`. */
  leaseMs: number;
  faults: Fault[];
  /** The pairs of machines that have been primaries at the same time; must stay empty. */
  doublePrimaries: string[];
}

/** The reason why this machine can't run Patroni; undefined if it can. */
export const missingPatroniReason = (): string | undefined => {
  // HAProxy and Patroni change to users of their own.
  if (process.getuid?.() !== 0) return 'only root can start programs as their users';
  const missing = PROGRAMS.filter((name) => findProgram(name) === undefined);
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : missingPostgresReason();
};

const read = (name: string): string => readFileSync(join(ROOT, 'docs', 'deploy', name), 'utf8');

const readLease = (): number => {
  const { ttl, loop_wait } = parse(read('patroni.yml')).bootstrap.dcs;
  return (ttl + loop_wait) * 1000;
};

/** As systemd reads an `EnvironmentFile`. */
const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** Puts networks and ports of this machine into a file of docs/deploy. */
const newAddresses = async () => {
  // Each machine has a loopback address of its own, with the ports of the files replaced by free ones.
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.`;
  const ports = new Map<string, string>();
  for (const port of PORTS) ports.set(String(port), String(await freePort()));
  const here = (text: string): string =>
    text
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('127.0.0.1', `${network}1`)
      .replaceAll('10.0.0.', network)
      .replace(/\b\d{4}\b/g, (port) => ports.get(port) ?? port);
  return { here };
};

/** Starts the cluster with the files of docs/deploy; addresses, ports and folders are replaced. */
export const startPatroniCluster = async (): Promise<PatroniCluster> => {
  const folder = await newPostgresFolder();
  const settings = await mkdtemp(join(tmpdir(), 'sitara-patroni-'));
  await chmod(settings, 0o755);
  const { here } = await newAddresses();
  const doublePrimaries: string[] = [];
  let isOver = false;

  const newMachine = async (last: number, index: number) => {
    const name = `db-${index + 1}`;
    const own = (text: string): string =>
      text.replace(/^(?!ETCD_INITIAL_CLUSTER=).*$/gm, (line) =>
        line.replace('db-1', name).replaceAll('10.0.0.5', `10.0.0.${last}`),
      );
    const home = join(folder.path, name);
    const data = join(home, 'data');
    await mkdir(home);
    await chown(home, folder.user.uid ?? -1, folder.user.gid ?? -1);
    const config = join(settings, `${name}.yml`);
    const text = here(read('patroni.yml'))
      .replace('/usr/lib/postgresql/17/bin', folder.programs)
      .replace('/var/lib/postgresql/17/sitara', data)
      .replace('/var/lib/postgresql/sitara.pgpass', join(home, 'pgpass'))
      .replace('/var/run/postgresql', home);
    await writeFile(config, text, { mode: 0o644 });
    const run = (program: string, args: string[], env: Record<string, string>) =>
      runProgram(program, args, {
        user: folder.user,
        env,
        log: join(folder.path, `${name}-${program}.log`),
      });
    const startEtcd = () =>
      run('etcd', [], {
        ...environmentOf(here(own(read('etcd.env')))),
        ETCD_DATA_DIR: join(home, 'etcd'),
      });
    const startPatroni = () =>
      run('patroni', [config], environmentOf(here(own(read('patroni.env')))));
    let [killEtcd, killPatroni] = [startEtcd(), startPatroni()];
    let isUp = true;
    const url = here(`postgres://sitara:change-me-4@10.0.0.${last}:5432/sitara`);

    return {
      name,
      home,
      api: here(`http://10.0.0.${last}:8008`),
      url,
      isEtcdLeader: async (): Promise<boolean> => {
        const status = here(`http://10.0.0.${last}:2379/v3/maintenance/status`);
        const response = await fetch(status, { method: 'POST', body: '{}' }).catch(() => undefined);
        const body = (await response?.json()) as
          | { leader: string; header: { member_id: string } }
          | undefined;
        return body !== undefined && body.leader === body.header.member_id;
      },
      killEtcd: () => killEtcd(),
      startEtcd() {
        killEtcd = startEtcd();
      },
      /** What is confirmed without a standby from now on is lost with this primary. */
      async holdReplication() {
        const { rows } = await queryOnce(url, 'select pid from pg_stat_replication');
        for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
        await pause(HOLD_MS);
      },
      /** Ends Patroni and then PostgreSQL, so that the one does not start the other again. */
      async killDatabase() {
        if (!isUp) return;
        isUp = false;
        await killPatroni();
        signalAll(data, 'SIGKILL');
      },
      startDatabase() {
        isUp = true;
        killPatroni = startPatroni();
      },
    };
  };

  onTestFinished(async () => {
    await folder.remove();
    await rm(settings, { recursive: true, force: true });
  });
  const machines = await Promise.all(MACHINES.map(newMachine));
  onTestFinished(async () => {
    isOver = true;
    for (const machine of machines) await machine.killDatabase().catch(() => {});
  });

  const members = async (): Promise<Member[]> => {
    for (const { api } of machines) {
      const response = await fetch(`${api}/cluster`).catch(() => undefined);
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const find = async (role: string) => {
    const found = (await members()).find((member) => member.role === role);
    const machine = machines.find(({ name }) => name === found?.name);
    if (machine === undefined) throw new Error(`no ${role}`);
    return machine;
  };
  /** Waits until all members follow the same primary, and one of them synchronously. */
  const waitUntilHealthy = () =>
    expect
      .poll(async () => {
        const all = await members();
        return {
          roles: all.map(({ role }) => role).sort(),
          timelines: new Set(all.map(({ timeline }) => timeline)).size,
          stopped: all.filter(({ state }) => !['running', 'streaming'].includes(state)).length,
        };
      }, PATIENCE)
      .toEqual({ roles: ['leader', 'replica', 'sync_standby'], timelines: 1, stopped: 0 });

  const findEtcdLeader = async () => {
    for (const machine of machines) if (await machine.isEtcdLeader()) return machine;
    throw new Error('etcd has no leader');
  };

  const watchPrimaries = async () => {
    while (!isOver) {
      const states = await Promise.all(
        machines.map(async ({ name, url }) => {
          const { rows } = await queryOnce(url, 'select pg_is_in_recovery() as standby').catch(
            () => ({ rows: [] }),
          );
          return rows[0]?.standby === false ? [name] : [];
        }),
      );
      const primaries = states.flat();
      if (primaries.length > 1) doublePrimaries.push(primaries.join(' and '));
      await pause(SAMPLE_MS);
    }
  };

  await waitUntilHealthy();
  const leader = await find('leader');
  const port = here('5432');
  for (const statement of [
    "create role sitara login password 'change-me-4'",
    'create database sitara owner sitara',
  ])
    await folder.call('psql', '-h', leader.home, '-p', port, '-U', 'postgres', '-c', statement);

  const balancer = join(settings, 'haproxy.cfg');
  const pooler = join(settings, 'pgbouncer.ini');
  const users = join(settings, 'userlist.txt');
  await writeFile(balancer, here(read('haproxy.cfg')), { mode: 0o644 });
  await writeFile(users, read('userlist.txt'), { mode: 0o644 });
  const text = here(read('pgbouncer.ini')).replace('/etc/pgbouncer/userlist.txt', users);
  await writeFile(pooler, text, { mode: 0o644 });
  runProgram('haproxy', ['-f', balancer], { user: {} });
  const startPooler = () => runProgram('pgbouncer', ['--quiet', pooler]);
  let killPooler = startPooler();
  const watched = watchPrimaries();
  onTestFinished(() => {
    isOver = true;
    return watched;
  });

  let struck: (typeof machines)[number] | undefined;
  const waitForNewLeader = async () => {
    const readLeader = async () => (await members()).find(({ role }) => role === 'leader')?.name;
    await expect
      .poll(readLeader, PATIENCE)
      .toBeOneOf(machines.filter((machine) => machine !== struck).map(({ name }) => name));
  };
  const mendStruck = (...starts: ('startEtcd' | 'startDatabase')[]) => {
    for (const start of starts) struck?.[start]();
    return waitUntilHealthy();
  };
  return {
    url: here('postgres://sitara:change-me-4@127.0.0.1:6432/sitara'),
    leaseMs: readLease(),
    doublePrimaries,
    faults: [
      {
        name: 'primary',
        async strike() {
          struck = await find('leader');
          await struck.holdReplication();
          await struck.killDatabase();
        },
        promote: waitForNewLeader,
        mend: () => mendStruck('startDatabase'),
      },
      {
        name: 'leader of etcd',
        async strike() {
          struck = await findEtcdLeader();
          await struck.killEtcd();
        },
        mend: () => mendStruck('startEtcd'),
      },
      {
        name: 'pooler',
        strike: () => killPooler(),
        // As systemd does.
        promote() {
          killPooler = startPooler();
        },
        mend: waitUntilHealthy,
      },
      {
        name: 'machine of the primary',
        async strike() {
          struck = await find('leader');
          await struck.holdReplication();
          await Promise.all([struck.killDatabase(), struck.killEtcd()]);
        },
        promote: waitForNewLeader,
        mend: () => mendStruck('startEtcd', 'startDatabase'),
      },
    ],
  };
};
