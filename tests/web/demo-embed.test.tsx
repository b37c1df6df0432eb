// @vitest-environment happy-dom
// @vitest-environment-options {"settings": {"enableIframePageLoading": true, "navigation": {"disableChildFrameNavigation": true}}}
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { demoVariants } from '#web/content/demo-variants.ts';
import { find, findText, show } from './ui/render-component.tsx';

const FRAME = 'https://booking.example/demo';
const { embed: words, toForm } = demoVariants;

/** Opens the page in a document of its own, of a site that is built with a booking frame. */
beforeEach(async () => {
  vi.stubEnv('VITE_DEMO_EMBED_URL', FRAME);
  vi.resetModules();
  const { default: DemoEmbed } = await import('#web/pages/demo-embed/demo-embed.tsx');
  show(<DemoEmbed />);
});
afterEach(() => vi.unstubAllEnvs());

it('the frame of the page is read with its name', () => {
  const frame = find<HTMLIFrameElement>('iframe');
  expect([frame.getAttribute('src'), frame.title]).toEqual([FRAME, words.frameTitle]);
});

it('who does not want the frame is led to the form', () => {
  expect(findText('main a', toForm).getAttribute('href')).toBe('/demo');
  expect(document.body.textContent).not.toContain(words.missing);
});
