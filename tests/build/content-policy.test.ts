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

  it('throws on an invalid URL', () => {
    expect(() => contentPolicy({}, { VITE_CALENDAR_URL: 'calendar' })).toThrow('Invalid URL');
  });
});
