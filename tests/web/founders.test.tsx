// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { aboutContent } from '#web/content/about.ts';
import styles from '#web/pages/about/founders.module.css';
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

/** How many parts of a portrait are hair, skin and features: beards are hair, glasses are features. */
const PARTS = { bun: [2, 2, 1], beard: [2, 2, 1], spectacles: [2, 1, 2] };

it('each founder has a portrait of their own', () => {
  show(<Founders />);
  const portraits = [...document.querySelectorAll('li svg')].map((portrait) => ({
    look: Object.keys(PARTS).find((look) => portrait.querySelector(`.${styles[look]}`)),
    parts: ['hair', 'skin', 'features'].map(
      (part) => portrait.querySelectorAll(`.${styles[part]}`).length,
    ),
    earrings: portrait.querySelectorAll(`.${styles['earring']}`).length,
  }));
  expect(portraits).toEqual(
    aboutContent.founders.people.map(({ portrait }) => ({
      look: portrait,
      parts: PARTS[portrait],
      earrings: portrait === 'bun' ? 1 : 0,
    })),
  );
});
