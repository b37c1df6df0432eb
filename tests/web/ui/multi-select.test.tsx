// @vitest-environment happy-dom
import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DEPARTMENTS } from '#contract/company.ts';
import { LOCATIONS } from '#web/content/locations.ts';
import { MultiSelect } from '#web/ui/fields/multi-select.tsx';
import { click, enter, find, findText, press, show } from './render-component.tsx';

let chosen: string[];

const Form = ({ options, error }: { options: readonly string[]; error?: string }) => {
  const [selected, setSelected] = useState<string[]>([]);
  chosen = selected;
  return (
    <MultiSelect
      label="Location"
      hint="Where you hire"
      options={options}
      selected={selected}
      onChange={setSelected}
      error={error}
    />
  );
};

const search = () => find<HTMLInputElement>('input[type=search]');
const offered = () => [...document.querySelectorAll('label')].map((label) => label.textContent);

describe('multi-select', () => {
  it('shows a short list without a search field', () => {
    show(<Form options={DEPARTMENTS} />);
    expect(offered()).toEqual([...DEPARTMENTS]);
    expect(document.querySelector('input[type=search]')).toBeNull();
  });

  it('selects by checkbox, counts, and shows a chip for each selection', () => {
    show(<Form options={LOCATIONS} />);
    click(findText('label', 'Delhi'));
    click(findText('label', 'Pune'));
    expect(chosen).toEqual(['Delhi', 'Pune']);
    expect(findText('[aria-live=polite]', '2 selected')).toBeTruthy();
    click(findText('label', 'Delhi'));
    expect(chosen).toEqual(['Pune']);
  });

  it('shows the chips between the search field and the list', () => {
    show(<Form options={LOCATIONS} />);
    click(findText('label', 'Delhi'));
    const parts = [search(), find('[aria-label="Remove Delhi"]'), find('input[type=checkbox]')];
    const following = (one: Element, other: Element) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(parts.slice(1).every((part, index) => following(parts[index] as Element, part))).toBe(
      true,
    );
  });

  it('filters regardless of case and says so when nothing matches', () => {
    show(<Form options={LOCATIONS} />);
    enter(search(), ' MUMB');
    expect(offered()).toEqual(['Mumbai', 'Navi Mumbai']);
    enter(search(), 'Paris');
    expect(offered()).toEqual([]);
    expect(findText('[aria-live=polite]', 'No match for “Paris”')).toBeTruthy();
  });

  it('selects the only match with Enter, without submitting the form', () => {
    show(<Form options={LOCATIONS} />);
    enter(search(), 'pan in');
    act(() => search().focus());
    expect(press('Enter')).toBe(false);
    expect(chosen).toEqual(['Pan India']);
  });

  it('keeps the selection while the list is filtered', () => {
    show(<Form options={LOCATIONS} />);
    click(findText('label', 'Delhi'));
    enter(search(), 'pune');
    click(findText('label', 'Pune'));
    expect(chosen).toEqual(['Delhi', 'Pune']);
  });

  it('deselects by chip and moves focus to the next chip, then to the group', () => {
    show(<Form options={LOCATIONS} />);
    for (const city of ['Delhi', 'Pune']) click(findText('label', city));
    click(find('[aria-label="Remove Delhi"]'));
    expect(chosen).toEqual(['Pune']);
    const isTicked = (city: string) => findText('label', city).querySelector('input')?.checked;
    expect([isTicked('Delhi'), isTicked('Pune')]).toEqual([false, true]);
    expect(document.activeElement).toBe(find('[aria-label="Remove Pune"]'));
    click(find('[aria-label="Remove Pune"]'));
    expect(chosen).toEqual([]);
    expect(find('fieldset').contains(document.activeElement)).toBe(true);
  });

  it('moves focus from the search field into the list by arrow keys', () => {
    show(<Form options={LOCATIONS} />);
    act(() => search().focus());
    press('ArrowDown');
    press('ArrowDown');
    expect(document.activeElement?.closest('label')?.textContent).toBe('Mumbai');
  });

  it('moves focus up and down the list by arrow keys, and past it by a button', () => {
    show(<Form options={LOCATIONS} />);
    expect(search().getAttribute('aria-label')).toBe('Search location');
    act(() => search().focus());
    const [first] = offered();
    // The page does not scroll.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) expect(press(key)).toBe(false);
    expect(document.activeElement?.closest('label')?.textContent).toBe(first);
    click(findText('button', 'Skip the list'));
    const { activeElement } = document;
    const boxes = [...document.querySelectorAll('[type=checkbox]')];
    expect(
      boxes.every(
        (box) =>
          activeElement &&
          box.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING,
      ),
    ).toBe(true);
  });

  it('selects nothing with Enter while several match, and Escape shows all again', () => {
    show(<Form options={LOCATIONS} />);
    enter(search(), 'mumbai');
    act(() => search().focus());
    expect(press('Enter')).toBe(false);
    expect(chosen).toEqual([]);
    expect(press('Escape')).toBe(false);
    expect(offered()).toEqual([...LOCATIONS]);
  });

  it('moves focus to the chip before the last one', () => {
    show(<Form options={LOCATIONS} />);
    for (const city of ['Delhi', 'Pune']) click(findText('label', city));
    click(find('[aria-label="Remove Pune"]'));
    expect(document.activeElement).toBe(find('[aria-label="Remove Delhi"]'));
  });

  it('says how many are chosen, and lists them, once there is one', () => {
    show(<Form options={LOCATIONS} />);
    const chips = () => document.querySelectorAll('ul[aria-label="Chosen: location"]');
    const count = find('fieldset > [aria-live=polite]');
    expect([count.textContent, chips().length]).toEqual(['', 0]);
    click(findText('label', 'Delhi'));
    expect([count.textContent, chips().length]).toEqual(['1 selected', 1]);
  });

  it('leaves the chosen option under the pointer when its chip takes room above the list', () => {
    const hasChips = () => document.querySelector('[aria-label^="Remove"]') !== null;
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      if (this.localName !== 'ul') return 0;
      return hasChips() ? 90 : 40;
    });
    show(<Form options={LOCATIONS} />);
    const list = find('ul');
    list.scrollTop = 100;
    click(findText('label', 'Delhi'));
    expect(list.scrollTop).toBe(150);
    click(findText('label', 'Pune'));
    expect(list.scrollTop).toBe(150);
    vi.restoreAllMocks();
  });

  it('describes the group by its error', () => {
    show(<Form options={LOCATIONS} error="Choose a location." />);
    const ids = find('fieldset').getAttribute('aria-describedby')?.split(' ') ?? [];
    const told = ids.map((id) => document.getElementById(id)?.textContent);
    expect(told).toEqual(['Where you hire', 'Choose a location.']);
  });
});
