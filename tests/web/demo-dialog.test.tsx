// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, it } from 'vitest';
import { demoContent as words } from '#web/content/demo.ts';
import { DemoDialog } from '#web/pages/demo/demo-dialog.tsx';
import { click, enter, find, findText, show } from './ui/render-component.tsx';

const OPEN = 'Open the form';

const Page = () => {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        {OPEN}
      </button>
      <DemoDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};

it('the dialog is read with its name, and closed and opened it has what was typed', () => {
  show(<Page />);
  const name = document.getElementById(find('dialog').getAttribute('aria-labelledby') ?? '');
  expect(name?.textContent).toBe(words.dialogHeading);
  enter(find<HTMLInputElement>('[name="name"]'), 'Asha');
  click(find(`[aria-label="${words.close}"]`));
  expect(document.querySelector('dialog')).toBeNull();
  click(findText('button', OPEN));
  expect(find<HTMLInputElement>('[name="name"]').value).toBe('Asha');
});
