// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
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
