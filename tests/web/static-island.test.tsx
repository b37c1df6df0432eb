// @vitest-environment happy-dom
import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { HOME_TEMPLATE_ID, ISLAND_ATTRIBUTE } from '#web/platform/dom-contract.ts';
import { click, find, show } from './ui/render-component.tsx';

const ISLAND = `<div ${ISLAND_ATTRIBUTE}="closing"><h2>Post your first job tonight.</h2></div>`;

beforeEach(() => void vi.resetModules());

/** The islands of the document, as home loads them. */
const load = async () => {
  const { StaticIsland, loadStaticIslands } = await import('#web/routing/static-island.tsx');
  await loadStaticIslands();
  return StaticIsland;
};

it('home has the parts of its document again each time it is opened', async () => {
  document.body.innerHTML = `<template id="${HOME_TEMPLATE_ID}">${ISLAND}</template>`;
  const StaticIsland = await load();
  const Site = () => {
    const [isHome, setHome] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setHome(!isHome)} />
        {isHome && <StaticIsland part="closing" />}
      </>
    );
  };
  show(<Site />);
  const heading = find('h2');
  for (const shown of [null, heading, null, heading]) {
    click(find('button'));
    expect(document.querySelector('h2')).toBe(shown);
  }
});

it('the parts of a prerendered home are left as they are', async () => {
  document.body.innerHTML = `<main>${ISLAND}</main>`;
  const heading = find('h2');
  const StaticIsland = await load();
  // React's development build says that it did not render these nodes itself.
  vi.spyOn(console, 'error').mockReturnValue();
  const root = await act(() => hydrateRoot(find('main'), <StaticIsland part="closing" />));
  expect([...document.querySelectorAll('h2')]).toEqual([heading]);
  act(() => root.unmount());
});

it('a document without them loads their views', async () => {
  const StaticIsland = await load();
  show(<StaticIsland part="logos" />);
  expect(document.querySelectorAll('li').length).toBeGreaterThan(0);
});
