// @vitest-environment happy-dom
import { act, type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CodeBoxes } from '#web/ui/fields/code-boxes.tsx';
import { enter, find, paste, press, show } from './render-component.tsx';

type State = ComponentProps<typeof CodeBoxes>['state'];

let owner: { code: string; set: (code: string, state?: State) => void };

const Form = ({ onSubmit }: { onSubmit?: () => void }) => {
  const [code, setCode] = useState('');
  const [state, setState] = useState<State>('neutral');
  owner = {
    code,
    set: (next, nextState) => {
      setCode(next);
      setState(nextState);
    },
  };
  return (
    <>
      <input id="email" />
      <CodeBoxes legend="Code" value={code} onChange={setCode} onSubmit={onSubmit} state={state} />
    </>
  );
};

const box = (n: number) => find<HTMLInputElement>(`[aria-label="Digit ${n} of 6"]`);
const shown = () => [1, 2, 3, 4, 5, 6].map((n) => box(n).value || '_').join('');
const type = (text: string) => {
  for (const key of text) press(key);
};
const focus = (n: number) => act(() => box(n).focus());

describe('code boxes', () => {
  it('have accessible names, and the first accepts an autofilled one-time code', () => {
    show(<Form />);
    expect(document.querySelectorAll('fieldset input')).toHaveLength(6);
    expect(box(1).autocomplete).toBe('one-time-code');
    expect(box(1).maxLength).toBe(6);
    // The keyboard of digits.
    expect(box(1).inputMode).toBe('numeric');
    expect(find('legend').textContent).toBe('Code');
  });

  it('move focus on with every digit and keep leading zeros', () => {
    show(<Form />);
    focus(1);
    type('001234');
    expect(owner.code).toBe('001234');
    expect(document.activeElement).toBe(box(6));
  });

  it('ignore letters', () => {
    show(<Form />);
    enter(box(1), 'a');
    expect(owner.code).toBe('');
    enter(box(1), '7');
    expect(shown()).toBe('7_____');
  });

  it.each([
    '042137',
    '042 137',
    '042-137',
    'Your code: 042137.',
    'Within 10 minutes: 042137',
    '２０２６ 042137',
  ])('accept a pasted %s', (text) => {
    show(<Form />);
    paste(box(1), text);
    expect(owner.code).toBe('042137');
  });

  it('fill all boxes when a whole code is pasted into any of them', () => {
    show(<Form />);
    paste(box(4), '042137');
    expect(shown()).toBe('042137');
  });

  it('fill the following boxes when a part of a code is pasted', () => {
    show(<Form />);
    paste(box(3), '12');
    expect(shown()).toBe('__12__');
    expect(document.activeElement).toBe(box(5));
  });

  it('accept a code that the browser autofills into the first box', () => {
    show(<Form />);
    enter(box(1), '042137');
    expect(shown()).toBe('042137');
  });

  it('replace the digit of a box, whether typed before or after it', () => {
    show(<Form />);
    paste(box(1), '123456');
    enter(box(2), '29');
    enter(box(3), '83');
    expect(owner.code).toBe('198456');
    focus(4);
    press('4');
    expect(document.activeElement).toBe(box(5));
  });

  it('clear the current box with Backspace, then the previous one', () => {
    show(<Form />);
    focus(1);
    type('1234');
    press('Backspace');
    expect(owner.code).toBe('123');
    expect(document.activeElement).toBe(box(4));
    press('Backspace');
    expect(owner.code).toBe('12');
    expect(document.activeElement).toBe(box(3));
  });

  it('keep a gap in the middle until it is filled', () => {
    show(<Form />);
    paste(box(1), '123456');
    focus(3);
    press('Delete');
    expect(shown()).toBe('12_456');
    expect(owner.code).toBe('12456');
    press('9');
    expect(owner.code).toBe('129456');
  });

  it('move focus with arrow keys, Home and End, within both ends', () => {
    show(<Form />);
    focus(2);
    press('ArrowLeft');
    press('ArrowLeft');
    expect(document.activeElement).toBe(box(1));
    press('End');
    press('ArrowRight');
    expect(document.activeElement).toBe(box(6));
    press('Home');
    press('ArrowRight');
    expect(document.activeElement).toBe(box(2));
  });

  it('leave keyboard shortcuts to the browser', () => {
    show(<Form />);
    focus(1);
    for (const key of ['ctrlKey', 'metaKey', 'altKey'])
      expect(press('1', { [key]: true })).toBe(true);
    expect(owner.code).toBe('');
  });

  it('submit with Enter', () => {
    const onSubmit = vi.fn();
    show(<Form onSubmit={onSubmit} />);
    focus(6);
    press('Enter');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('submit the same code that is entered once more, at its last digit', () => {
    const onSubmit = vi.fn();
    show(<Form onSubmit={onSubmit} />);
    paste(box(1), '042137');
    expect(onSubmit).not.toHaveBeenCalled();
    focus(1);
    type('04213');
    expect(onSubmit).not.toHaveBeenCalled();
    type('7');
    expect(onSubmit).toHaveBeenCalledOnce();
    paste(box(1), '042137');
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('are marked invalid and focus the first box when a wrong code is cleared', () => {
    show(<Form />);
    paste(box(1), '123456');
    act(() => owner.set('', 'rejected'));
    expect(shown()).toBe('______');
    expect(document.activeElement).toBe(box(1));
    expect(box(6).getAttribute('aria-invalid')).toBe('true');
  });

  it('keep focus where the last digit is deleted after a wrong code', () => {
    show(<Form />);
    act(() => owner.set('', 'rejected'));
    focus(3);
    type('7');
    press('Backspace');
    expect(owner.code).toBe('');
    expect(document.activeElement).toBe(box(3));
  });

  it('keep focus when the code is cleared for another reason', () => {
    show(<Form />);
    paste(box(1), '123456');
    act(() => find('#email').focus());
    act(() => owner.set('', 'neutral'));
    expect(document.activeElement).toBe(find('#email'));
  });

  it('select the digit of a box that takes the focus, so that typing replaces it', () => {
    show(<Form />);
    paste(box(1), '123456');
    focus(2);
    expect([box(2).selectionStart, box(2).selectionEnd]).toEqual([0, 1]);
  });

  it('are busy while the code is checked', () => {
    show(<Form />);
    expect(find('fieldset').hasAttribute('aria-busy')).toBe(false);
    act(() => owner.set('123456', 'busy'));
    expect(find('fieldset').getAttribute('aria-busy')).toBe('true');
  });

  it.each(['busy', 'verified'] as const)('are read-only while %s', (state) => {
    show(<Form />);
    act(() => owner.set('123456', state));
    focus(6);
    press('Backspace');
    paste(box(1), '654321');
    expect(owner.code).toBe('123456');
  });
});
