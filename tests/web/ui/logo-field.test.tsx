// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { LOGO_TYPES } from '#contract/company.ts';
import { LogoField } from '#web/ui/fields/logo-field.tsx';
import { find, show } from './render-component.tsx';

it('the file that was refused can be chosen again once it was changed', () => {
  const onFile = vi.fn();
  show(<LogoField label="Logo" file={undefined} onFile={onFile} />);
  const input = find<HTMLInputElement>('[type="file"]');
  const file = new File(['bytes'], 'logo.png', { type: 'image/png' });
  const cleared = vi.fn();
  Object.defineProperties(input, { files: { value: [file] }, value: { set: cleared } });
  act(() => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(onFile).toHaveBeenCalledWith(file, 'selected');
  // A browser tells of a file only if it is not the one that the field has.
  expect(cleared).toHaveBeenCalledWith('');
});

const png = new File(['bytes'], 'logo.png', { type: 'image/png' });
const drag = (type: string, target: EventTarget, init: object = {}) => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { files: [png] }, ...init });
  act(() => void target.dispatchEvent(event));
  return event;
};

it('the field is named, takes images only and says which one it has', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:logo');
  show(
    <LogoField label="Logo" file={png} storedUrl="/old.png" error="Too large." onFile={vi.fn()} />,
  );
  const input = find<HTMLInputElement>('input');
  const texts = (attribute: string) =>
    (input.getAttribute(attribute) ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  expect(texts('aria-labelledby')).toEqual(['Logo', 'Choose another image']);
  expect(texts('aria-describedby')).toEqual(['Too large.']);
  expect([input.accept, input.getAttribute('aria-invalid')]).toEqual([
    LOGO_TYPES.join(','),
    'true',
  ]);
  expect(find('label').textContent).toContain('logo.png');
  // The new image alone, not the one that is stored.
  expect([...document.querySelectorAll('img')].map(({ src }) => src)).toEqual(['blob:logo']);
});

it('while an image is sent, no other one can be chosen or dropped', () => {
  const onFile = vi.fn();
  show(<LogoField label="Logo" file={undefined} isDisabled onFile={onFile} />);
  expect(find<HTMLInputElement>('input').disabled).toBe(true);
  drag('drop', find('label'));
  expect(onFile).not.toHaveBeenCalled();
});

it('a file that is dropped beside the area does not replace the page', () => {
  show(<LogoField label="Logo" file={undefined} onFile={vi.fn()} />);
  for (const type of ['dragover', 'drop'])
    expect(drag(type, document.body).defaultPrevented).toBe(true);
});

it('the area is marked until the file has left it, not only moved onto a part of it', () => {
  show(<LogoField label="Logo" file={undefined} onFile={vi.fn()} />);
  const area = find('label');
  const plain = area.className;
  drag('dragover', area);
  const marked = area.className;
  expect(marked).not.toBe(plain);
  drag('dragleave', area, { relatedTarget: find('label span') });
  expect(area.className).toBe(marked);
  drag('dragleave', area, { relatedTarget: document.body });
  expect(area.className).toBe(plain);
});
