import { describe, expect, it } from 'vitest';
import { contentPolicy } from '#build/site/content-policy-sources.ts';

describe('the content policy of a build', () => {
  it('allows no frame when nothing is embedded', () => {
    expect(contentPolicy({}, {}).frame).toEqual([]);
  });

  it('allows frames of the embedded demo page and the calendar, each origin once', () => {
    expect(
      contentPolicy(
        {},
        {
          VITE_DEMO_EMBED_URL: 'https://demo.example/book?team=sales',
          VITE_CALENDAR_URL: 'https://demo.example/calendar',
        },
      ).frame,
    ).toEqual(['https://demo.example']);
    expect(
      contentPolicy(
        {},
        {
          VITE_DEMO_EMBED_URL: 'https://demo.example/book',
          VITE_CALENDAR_URL: 'https://calendar.example/',
        },
      ).frame,
    ).toEqual(['https://demo.example', 'https://calendar.example']);
  });

  it('allows scripts, calls and images of the origin of the tag manager, and nothing else', () => {
    const without = contentPolicy({}, {});
    const withTag = contentPolicy({}, { VITE_TAG_URL: 'https://tag.example/gtm.js?id=GTM-1' });
    const opened = { scriptOrigins: ['https://tag.example'], connect: ['https://tag.example'] };
    expect(withTag).toEqual({ ...without, ...opened, images: ['https://tag.example'] });
    expect(without).toMatchObject({ scriptOrigins: [], connect: [], images: [] });
  });

  it('throws on an invalid URL', () => {
    for (const name of ['VITE_CALENDAR_URL', 'VITE_TAG_URL'])
      expect(() => contentPolicy({}, { [name]: '/script.js' })).toThrow('Invalid URL');
  });
});
