import { createHmac } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import * as brand from '#contract/brand.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { version, type WebhookEndpoint } from '../config/app-config.ts';
import {
  createLookup,
  createResolve,
  isPrivateHost,
  PrivateAddressError,
  type Resolve,
  shareLookups,
} from '../config/webhook-endpoints.ts';

interface Signed {
  id: string;
  /** Time of the attempt, in seconds since 1970. */
  timestampS: number;
  body: string;
}

/**
 * The signatures of a webhook, one for each key, separated by spaces (Standard Webhooks 1.0, "Signature scheme"):
 * HMAC-SHA256 of id, time and body.
 */
export const signWebhook = (keys: readonly Buffer[], { id, timestampS, body }: Signed): string =>
  keys
    .map((key) => createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');

/** What is read of an answer; the status alone decides. */
const ANSWER_BYTES_MAX = 4096;
const USER_AGENT = `${brand.name}/${version}`;
/** Statuses whose `Retry-After` counts (RFC 9110, sections 10.2.3 and 15.6.4; RFC 6585, section 4). */
const RETRY_STATUSES = new Set([429, 503]);

/** What came of an attempt. */
export type Answer =
  | { kind: 'delivered' }
  /** 410: the endpoint wants no more. */
  | { kind: 'gone'; failure: string }
  | { kind: 'failed'; failure: string; retryAfterMs?: number | undefined };

interface Message {
  id: string;
  body: string;
}

/** Sends a message to an endpoint. Never rejects. */
export type SendWebhook = (
  endpoint: WebhookEndpoint,
  message: Message,
  abortSignal: AbortSignal,
) => Promise<Answer>;

/** Milliseconds of a `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3); undefined if malformed. */
const readRetryAfter = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * MS_PER_S : Date.parse(value) - Date.now();
  return ms > 0 ? ms : undefined;
};

const answerOf = ({ statusCode = 0, headers }: IncomingMessage): Answer => {
  if (statusCode >= 200 && statusCode <= 299) return { kind: 'delivered' };
  const failure = `HTTP ${statusCode}`;
  if (statusCode === 410) return { kind: 'gone', failure };
  const isPaced = RETRY_STATUSES.has(statusCode);
  return {
    kind: 'failed',
    failure,
    retryAfterMs: isPaced ? readRetryAfter(headers['retry-after']) : undefined,
  };
};

/** Why a request got no answer: a code of Node or OpenSSL, which has no part of the address. */
const failureOf = (error: unknown, { aborted }: AbortSignal): string => {
  if (aborted) return 'no answer in time';
  if (error instanceof PrivateAddressError) return 'private address';
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
};

/** Reads the answer to its end, or as much of it as is read at most. */
const drain = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES_MAX) response.destroy();
    });
    response.on('error', () => {});
    response.on('close', resolve);
  });

/**
 * Sends webhooks by POST, each over a connection of its own. Redirects are not followed.
 *
 * @param allowsPrivate whether a host may have an address that is not public
 * @param resolve replaces that of `createResolve`
 */
export const createSender = (
  allowsPrivate: boolean,
  resolve: Resolve = createResolve(),
): SendWebhook => {
  const socketLookup = createLookup(allowsPrivate, shareLookups(resolve));
  return async ({ address, secrets }, { id, body }, abortSignal) => {
    const url = new URL(address);
    const timestampS = Math.floor(Date.now() / MS_PER_S);
    try {
      if (!allowsPrivate && isPrivateHost(url)) throw new PrivateAddressError();
      const response = await new Promise<IncomingMessage>((answered, failed) => {
        const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
          url,
          {
            method: 'POST',
            agent: false,
            signal: abortSignal,
            lookup: socketLookup,
            headers: {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              'user-agent': USER_AGENT,
              'webhook-id': id,
              'webhook-timestamp': timestampS,
              'webhook-signature': signWebhook(secrets, { id, timestampS, body }),
            },
          },
          answered,
        );
        request.on('error', failed).end(body);
      });
      await drain(response);
      return answerOf(response);
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error, abortSignal) };
    }
  };
};
