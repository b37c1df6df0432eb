// @vitest-environment happy-dom
// @vitest-environment-options {"settings": {"enableIframePageLoading": true, "navigation": {"disableChildFrameNavigation": true}}}
import { afterEach, expect, it, vi } from 'vitest';
import { demoVariants } from '#web/content/demo-variants.ts';
import { click, find, findText, show } from './ui/render-component.tsx';

const FRAME = 'https://booking.example/demo';
const { embed: words, toForm } = demoVariants;

/** Opens the page in a document of its own, of a site that is built with a booking frame or without. */
const showPage = async (address = FRAME) => {
  vi.stubEnv('VITE_DEMO_EMBED_URL', address);
  vi.resetModules();
  const { default: DemoEmbed } = await import('#web/pages/demo-embed/demo-embed.tsx');
  show(<DemoEmbed />);
};
afterEach(() => vi.unstubAllEnvs());

it('the frame of the page is read with its name, and loaded once it is near', async () => {
  await showPage();
  const frame = find<HTMLIFrameElement>('iframe');
  expect([frame.getAttribute('src'), frame.title]).toEqual([FRAME, words.frameTitle]);
  expect(frame.getAttribute('loading')).toBe('lazy');
});

it('who does not want the frame is led to the form', async () => {
  await showPage();
  findText('p', words.bar);
  expect(findText('main a', toForm).getAttribute('href')).toBe('/demo');
  expect(document.body.textContent).not.toContain(words.missing);
});

it('a site without a frame says so, and leads to an empty form', async () => {
  await showPage('');
  expect(document.querySelector('iframe')).toBeNull();
  findText('p', words.missing);
  history.replaceState({ email: 'asha@acme.example' }, '');
  click(findText('main a', toForm));
  expect([location.pathname, history.state]).toEqual(['/demo', { email: '' }]);
});
