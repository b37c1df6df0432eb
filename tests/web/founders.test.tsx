// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { aboutContent } from '#web/content/about.ts';
import { Founders } from '#web/pages/about/founders.tsx';
import { show } from './ui/render-component.tsx';

it('a list of links says whose profile each of them opens', () => {
  show(<Founders />);
  const links = [...document.querySelectorAll('a')].map((link) => [
    link.getAttribute('aria-label') ?? link.textContent,
    link.getAttribute('href'),
  ]);
  const { people, profile } = aboutContent.founders;
  expect(links).toEqual(people.map(({ name, href }) => [`${name}: ${profile}`, href]));
});
