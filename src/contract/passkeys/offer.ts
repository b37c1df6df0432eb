/** Time in which a browser whose user has answered the offer of a passkey makes it no more. */
export const PASSKEY_OFFER_PAUSE_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether a passkey may be offered at `now` (epoch ms). `answeredAt` (epoch ms): the last answer in this
 * browser. One in the future comes from before the clock was set back, and does not count.
 */
export const isPasskeyOfferDue = (answeredAt: number | undefined, now: number): boolean =>
  answeredAt === undefined || answeredAt > now || now - answeredAt >= PASSKEY_OFFER_PAUSE_MS;
