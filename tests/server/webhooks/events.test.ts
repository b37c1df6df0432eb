import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { companyBody, makeUser } from '#tests/support/server/sign-up-steps.ts';
import { onWebhookServers } from '#tests/support/server/webhooks/on-webhook-servers.ts';
import { status } from '#tests/support/server/webhooks/stub-endpoint.ts';
import {
  endedWebhooks,
  finishSignUp,
  keyOf,
  requestDemo,
  waitingWebhooks,
} from '#tests/support/server/webhooks/webhook-steps.ts';

const TOUCH = { landing: '/pricing', at: '2026-11-02T09:30:00.000Z' };
const attribution = { first: { utm_source: 'news', ...TOUCH }, last: TOUCH };
const UUID = /^[0-9a-f-]{36}$/;

onWebhookServers('webhooks', (test) => {
  it('tell of a demo request, with a signature that the reference library verifies', async () => {
    const email = test.server.email();
    const id = await requestDemo(test.server, email, { attribution });
    await test.untilDelivered(id);
    const [received] = test.about(id);
    expect(received?.event).toEqual({
      type: 'lead.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        id,
        createdAt: received?.event.timestamp,
        name: 'Asha Rao',
        email,
        phone: '+919876543210',
        organization: 'Acme',
        message: '',
        utm_source: '',
        utm_medium: '',
        utm_campaign: '',
        utm_term: '',
        utm_content: '',
        attribution,
      },
    });
    expect(received?.id).toMatch(UUID);
    expect(received?.headers['content-type']).toBe('application/json');
    const verify = () =>
      new Webhook(keyOf(1).secret).verify(
        received?.body ?? '',
        (received?.headers ?? {}) as Record<string, string>,
      );
    expect(verify()).toEqual(received?.event);
    expect(await endedWebhooks(test.server, id)).toEqual([
      {
        id: received?.id,
        endpoint: test.endpoint.url,
        event: 'lead.created',
        state: 'delivered',
        failure: null,
        payload: null,
      },
    ]);
  });

  it('tell of a company once when it is created, and once when its sign-up ends', async () => {
    const client = test.server.client();
    const made = await makeUser(test.server, client);
    await client.post(paths.createCompany, { ...companyBody, chosenPlan: 'pro', attribution });
    await finishSignUp(client, made);
    const profile = { uuid: made.companyId, name: 'Later', about: 'Changed.' };
    expect((await client.patch(paths.updateCompany, profile)).status).toBe(200);
    await expect.poll(() => test.about(made.companyId).length).toBe(2);
    await test.untilDelivered(made.companyId);
    const [created, completed] = test.about(made.companyId);
    const company = {
      id: made.companyId,
      createdAt: created?.event.timestamp,
      name: 'Bright Freight',
      website: 'https://brightfreight.example',
      location: 'Delhi, Pune',
      departments: ['Sales', 'Finance'],
      planname: 'free-trial',
      chosenPlan: null,
      email: made.email,
      attribution: null,
    };
    expect(created?.event).toEqual({
      type: 'company.created',
      timestamp: company.createdAt,
      data: company,
    });
    expect(completed?.event).toEqual({
      type: 'company.completed',
      timestamp: expect.any(String),
      data: {
        ...company,
        chosenPlan: 'pro',
        attribution,
        displayName: 'Bright',
        about: 'We move freight.',
        userName: 'Asha Rao',
      },
    });
    expect(test.about(made.companyId)).toHaveLength(2);
  });

  it('are not sent for a demo request that is repeated', async () => {
    const email = test.server.email();
    const id = await requestDemo(test.server, email);
    await requestDemo(test.server, email);
    await test.untilDelivered(id);
    expect(
      test.endpoint.received.filter(({ event }) => event.data['email'] === email),
    ).toHaveLength(1);
  });

  it('of a company arrive in their order, although the first one fails', async () => {
    test.endpoint.answers = [status(500)];
    const client = test.server.client();
    const made = await makeUser(test.server, client);
    await test.untilFailed(made.companyId);
    await finishSignUp(client, made);
    // The second one is looked at, and waits.
    await expect
      .poll(async () => (await waitingWebhooks(test.server, made.companyId))[1]?.waits_s)
      .toBeGreaterThan(20);
    expect(test.about(made.companyId)).toHaveLength(1);
    await sql`update outbox set next_at = now() where subject = ${made.companyId} and attempts > 0`.execute(
      test.server.db,
    );
    await test.untilDelivered(made.companyId);
    const types = test.about(made.companyId).map(({ event }) => event.type);
    expect(types).toEqual(['company.created', 'company.created', 'company.completed']);
  });

  it('of a company do not wait for a dead letter', async () => {
    test.endpoint.answers = [status(500)];
    const client = test.server.client();
    const made = await makeUser(test.server, client);
    await test.untilFailed(made.companyId);
    await finishSignUp(client, made);
    test.endpoint.answers = [status(500)];
    await sql`update outbox set next_at = now(), created_at = now() - interval '4 days'
      where subject = ${made.companyId} and attempts > 0`.execute(test.server.db);
    await test.untilDelivered(made.companyId);
    expect(await endedWebhooks(test.server, made.companyId)).toMatchObject([
      { event: 'company.created', state: 'dead' },
      { event: 'company.completed', state: 'delivered' },
    ]);
  });

  it('are logged without addresses of people and without secrets', async () => {
    test.endpoint.answers = [status(500)];
    const email = test.server.email();
    await test.untilFailed(await requestDemo(test.server, email));
    const logs = test.server.logs.join('');
    expect(logs).toContain('(lead.created) to endpoint 1 (127.0.0.1');
    expect(logs).not.toContain(email);
    expect(logs).not.toContain('/hook');
    expect(logs).not.toContain(keyOf(1).key.toString('base64'));
  });
});
