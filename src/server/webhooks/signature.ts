import { createHmac } from 'node:crypto';

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
