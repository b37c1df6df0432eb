import { beforeEach } from 'vitest';
import { isBrowserPackaged } from '../browser/launch-browser.ts';
import { skipBecause } from '../skip-reporter.ts';

// Every browser draws text differently.
beforeEach((context) =>
  skipBecause(
    context,
    isBrowserPackaged() ? undefined : 'the approved pictures are of the packaged Chromium',
  ),
);
