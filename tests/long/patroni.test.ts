import { expect, it } from 'vitest';
import { runFaults } from '#tests/support/faults/failover-loop.ts';
import {
  missingPatroniReason,
  startPatroniCluster,
} from '#tests/support/faults/patroni-cluster.ts';
import { newInbox, runServer } from '#tests/support/faults/running-server.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

it('nothing acknowledged is lost when Patroni, etcd, the pooler or a whole machine is killed', async (context) => {
  skipBecause(context, missingPatroniReason());
  const inbox = await newInbox();
  const { url, leaseMs, faults, doublePrimaries } = await startPatroniCluster();
  const env = { DATABASE_URL: url, SMTP_URL: inbox.url };
  // The first one migrates.
  const first = await runServer(env);
  const servers = [first, await runServer(env)];
  const { recoveries, figures } = await runFaults({ faults, servers, inbox });
  context.task.meta.figures = {
    'ms of the lease': leaseMs,
    ...Object.fromEntries(
      recoveries.flatMap(({ fault, promotedMs, allMs }) => [
        [`ms from the loss of the ${fault} until another takes over`, promotedMs],
        [`from the loss of the ${fault} until both servers succeed`, allMs],
      ]),
    ),
    ...figures,
  };
  expect(doublePrimaries).toEqual([]);
  // What the servers need beyond it depends on the machine.
  expect(recoveries.filter(({ promotedMs }) => promotedMs > leaseMs)).toEqual([]);
});
