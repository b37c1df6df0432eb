// @vitest-environment happy-dom
import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { DEPARTMENTS } from '#contract/departments.ts';
import { LOCATIONS } from '#contract/locations.ts';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { click, enter, find, findText, press, show } from './stage.tsx';

let chosen: string[];

const Form = ({ options, error }: { options: readonly string[]; error?: string }) => {
  const [selected, setSelected] = useState<string[]>([]);
  chosen = selected;
  return (
    <MultiSelect
      label="Location"
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
  it('shows a short list whole, without a search', () => {
    show(<Form options={DEPARTMENTS} />);
    expect(offered()).toEqual([...DEPARTMENTS]);
    expect(document.querySelector('input[type=search]')).toBeNull();
  });

  it('chooses by checkbox, counts, and shows a chip each', () => {
    show(<Form options={LOCATIONS} />);
    click(findText('label', 'Delhi'));
    click(findText('label', 'Pune'));
    expect(chosen).toEqual(['Delhi', 'Pune']);
    expect(findText('[aria-live=polite]', '2 selected')).toBeTruthy();
    click(findText('label', 'Delhi'));
    expect(chosen).toEqual(['Pune']);
  });

  it('filters regardless of case and says so when nothing matches', () => {
    show(<Form options={LOCATIONS} />);
    enter(search(), ' MUMB');
    expect(offered()).toEqual(['Mumbai', 'Navi Mumbai']);
    enter(search(), 'Paris');
    expect(offered()).toEqual([]);
    expect(findText('[aria-live=polite]', 'No match for “Paris”')).toBeTruthy();
  });

  it('takes the one match with Enter, without submitting the form', () => {
    show(<Form options={LOCATIONS} />);
    enter(search(), 'pan in');
    act(() => search().focus());
    expect(press('Enter')).toBe(false);
    expect(chosen).toEqual(['Pan India']);
  });

  it('keeps what is chosen while the list is filtered', () => {
    show(<Form options={LOCATIONS} />);
    click(findText('label', 'Delhi'));
    enter(search(), 'pune');
    click(findText('label', 'Pune'));
    expect(chosen).toEqual(['Delhi', 'Pune']);
  });

  it('removes by chip and keeps focus among the chips, then beside them', () => {
    show(<Form options={LOCATIONS} />);
    for (const city of ['Delhi', 'Pune']) click(findText('label', city));
    click(find('[aria-label="Remove Delhi"]'));
    expect(chosen).toEqual(['Pune']);
    expect(document.activeElement).toBe(find('[aria-label="Remove Pune"]'));
    click(find('[aria-label="Remove Pune"]'));
    expect(chosen).toEqual([]);
    expect(find('fieldset').contains(document.activeElement)).toBe(true);
  });

  it('is walked with arrow keys from the search on', () => {
    show(<Form options={LOCATIONS} />);
    act(() => search().focus());
    press('ArrowDown');
    press('ArrowDown');
    expect(document.activeElement?.closest('label')?.textContent).toBe('Mumbai');
  });

  it('ties the error to the group', () => {
    show(<Form options={LOCATIONS} error="Choose a location." />);
    const ids = find('fieldset').getAttribute('aria-describedby')?.split(' ') ?? [];
    const told = ids.map((id) => document.getElementById(id)?.textContent);
    expect(told).toContain('Choose a location.');
  });
});
