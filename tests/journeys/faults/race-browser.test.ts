import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { type ProbedTab, probeHere, probeSource } from '#tests/support/races/probe.ts';

// The random runs of tests/races play in a browser of their own, which is fast and keeps every event until its
// turn. Here it has to do as Chromium does.
const journey = setUpJourney();

/** A text of the server: a document of the site without a script of its own. */
const QUIET_PAGE = '/app/log-out.js';

const probeInChromium = async (page: Page): Promise<ProbedTab> => {
  await page.goto(QUIET_PAGE);
  await page.evaluate(probeSource);
  return {
    do: (name) => page.evaluate(`probe.${name}()`),
    trace: () => page.evaluate('probe.trace'),
  };
};

test.each([
  ['push', 'pushAgain', 'back', 'back', 'forwardTwice', 'replace', 'back', 'push'],
  ['push', 'back', 'goTooFar', 'pushAgain', 'push', 'goTooFar', 'back', 'back', 'forwardTwice'],
])('its history does as that of Chromium: %s, %s, %s …', async (...names) => {
  const real = await probeInChromium(journey.page);
  const [own] = await probeHere();
  for (const name of names) {
    await real.do(name);
    await own?.do(name);
  }
  await expect.poll(real.trace).toEqual(await own?.trace());
});

test('its storage and its locks do as those of Chromium', async () => {
  const { page } = journey;
  const real = [
    await probeInChromium(page),
    await probeInChromium(await page.context().newPage()),
  ];
  const own = await probeHere();
  for (const tabs of [real, own])
    for (const [tab, name] of [
      [0, 'write'],
      [0, 'write'],
      [1, 'writeOther'],
      [0, 'remove'],
      [1, 'remove'],
      [0, 'lock'],
      [1, 'lock'],
      [1, 'lockBriefly'],
      [0, 'unlock'],
      [1, 'unlock'],
    ] as const)
      await tabs[tab]?.do(name);
  for (const [index, tab] of real.entries())
    await expect.poll(tab.trace).toEqual(await own[index]?.trace());
});
