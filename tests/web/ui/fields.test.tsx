// @vitest-environment happy-dom
import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import buttonStyles from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextArea, TextField, useErrorFocus } from '#web/ui/fields/field.tsx';
import { LogoField } from '#web/ui/fields/logo-field.tsx';
import { check, eye, eyeOff, info, warning } from '#web/ui/icon.tsx';
import noticeStyles from '#web/ui/notice-line.module.css';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { click, enter, find, show } from './render-component.tsx';

const describing = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean);

describe('fields', () => {
  it('tie label, hint and error to the input', () => {
    show(<TextField label="Email" value="a@gmail.com" hint="Work address" error="Not that one." />);
    const input = find<HTMLInputElement>('input');
    expect(input.labels?.[0]?.textContent).toBe('Email');
    expect(describing(input)).toEqual(['Work address', 'Not that one.']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('have a live region before there is an error, so that the error is announced', () => {
    show(<TextField label="Email" value="" />);
    expect(find('input').hasAttribute('aria-invalid')).toBe(false);
    expect(find('[aria-live=polite]').textContent).toBe('');
  });

  it('leave a space at the end, which a second word may follow', () => {
    const onChange = vi.fn();
    show(<TextField label="Name" value="" onChange={onChange} />);
    enter(find<HTMLInputElement>('input'), 'Asha ');
    expect(onChange).toHaveBeenCalledWith('Asha ');
    expect(find<HTMLInputElement>('input').type).toBe('text');
  });

  it('count the characters of a text', () => {
    show(<TextArea label="About" value="twelve chars" onChange={() => {}} maxLength={5000} />);
    expect(describing(find('textarea'))).toEqual(['12 of 5,000']);
  });

  it('show and hide a password, and expose the state of the button', () => {
    const Form = () => {
      const [value, setValue] = useState('');
      return (
        <PasswordField
          label="Password"
          autoComplete="new-password"
          value={value}
          onChange={setValue}
        />
      );
    };
    show(<Form />);
    const input = find<HTMLInputElement>('input');
    const toggle = find('button[aria-label="Show password"]');
    const pressed = () => toggle.getAttribute('aria-pressed');
    enter(input, 'orbital mechanics');
    const icon = () => toggle.querySelector('path')?.getAttribute('d');
    expect([input.type, pressed(), icon()]).toEqual(['password', 'false', eye]);
    click(toggle);
    // The state changes, so the name does not.
    expect([toggle.getAttribute('aria-label'), icon()]).toEqual(['Show password', eyeOff]);
    expect([input.type, pressed(), input.value]).toEqual(['text', 'true', 'orbital mechanics']);
    click(toggle);
    expect(input.type).toBe('password');
  });
});

describe('a password', () => {
  it('is not changed by the keyboard of a phone, nor sent to a spell checker', () => {
    const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    show(
      <form onSubmit={submit}>
        <PasswordField label="Password" autoComplete="new-password" value="" onChange={() => {}} />
      </form>,
    );
    const input = find('input');
    const names = ['autocapitalize', 'autocorrect', 'spellcheck'];
    expect(names.map((name) => input.getAttribute(name))).toEqual(['none', 'off', 'false']);
    click(find('button'));
    expect(submit).not.toHaveBeenCalled();
  });
});

describe('a text', () => {
  it('cannot be longer than its count says', () => {
    show(<TextArea label="About" value="" onChange={() => {}} maxLength={5000} />);
    expect(find<HTMLTextAreaElement>('textarea').maxLength).toBe(5000);
  });
});

describe('logo field', () => {
  const png = new File(['x'], 'orbit.png', { type: 'image/png' });

  it('reports whether a file was dropped or selected', () => {
    const onFile = vi.fn();
    show(<LogoField label="Logo" hint="500*500, png, jpg" file={undefined} onFile={onFile} />);
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { files: [png] } });
    act(() => {
      find('label').dispatchEvent(drop);
    });
    expect(drop.defaultPrevented).toBe(true);
    expect(onFile).toHaveBeenLastCalledWith(png, 'dropped');
  });

  it('previews the file by an object URL and revokes it', () => {
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:orbit');
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    let clear = () => {};
    const Form = () => {
      const [file, setFile] = useState<File | undefined>(png);
      clear = () => setFile(undefined);
      return <LogoField label="Logo" file={file} onFile={setFile} />;
    };
    show(<Form />);
    expect(find<HTMLImageElement>('img').src).toBe('blob:orbit');
    expect(create).toHaveBeenCalledOnce();
    act(() => clear());
    expect(revoke).toHaveBeenCalledWith('blob:orbit');
  });
});

describe('a busy button', () => {
  it('says what it does, keeps its name and its focus, and ignores clicks', () => {
    const onClick = vi.fn();
    show(
      <Button isBusy busyLabel="Saving …" onClick={onClick}>
        Next
      </Button>,
    );
    const button = find<HTMLButtonElement>('button');
    act(() => button.focus());
    click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(find('button [aria-hidden=true]').textContent).toBe('Saving …');
    expect(find('button :not([aria-hidden]) > :not([aria-hidden])').textContent).toBe('Next');
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.disabled).toBe(false);
  });
});

describe('a button', () => {
  it.each([
    [{}, ['primary'], ['wide']],
    [{ variant: 'quiet', isWide: true }, ['quiet', 'wide'], ['primary']],
  ] as const)('of %j looks like it', (props, names, others) => {
    show(<Button {...props}>Next</Button>);
    const has = (name: string) => find('button').classList.contains(buttonStyles[name] ?? '');
    expect(names.filter(has)).toEqual(names);
    expect(others.filter(has)).toEqual([]);
  });

  it('has the name, the description and the state that a page gives it', () => {
    show(
      <Button id="end-1" aria-label="Log out Firefox" aria-describedby="hint" disabled>
        Log out
      </Button>,
    );
    const button = find<HTMLButtonElement>('#end-1');
    expect([button.getAttribute('aria-label'), button.getAttribute('aria-describedby')]).toEqual([
      'Log out Firefox',
      'hint',
    ]);
    expect(button.disabled).toBe(true);
  });

  it('has room for what it says while it is busy, and does not say it before', () => {
    show(
      <Button isBusy={false} busyLabel="Saving …">
        Next
      </Button>,
    );
    expect(find('button').textContent).toBe('Next');
    expect(find('[data-busy]').dataset['busy']).toBe('Saving …');
  });
});

describe('a notice', () => {
  it.each([
    ['good', check],
    ['bad', warning],
    ['quiet', info],
  ] as const)('that is %s has its own icon, and none while it is empty', (tone, icon) => {
    show(<NoticeLine tone={tone} />);
    expect(document.querySelector('svg')).toBeNull();
    show(<NoticeLine tone={tone}>Saved</NoticeLine>);
    expect(find('svg path').getAttribute('d')).toBe(icon);
    expect(find('svg').closest(`.${noticeStyles[tone]}`)).not.toBeNull();
  });
});

describe('a button in a form', () => {
  it.each([
    ['submits it if it is meant to', { type: 'submit' }, 1],
    ['does not submit it otherwise', {}, 0],
    ['does not submit it while it is busy', { type: 'submit', isBusy: true, busyLabel: '…' }, 0],
    ['can be pressed although it is not ready', { type: 'submit', isUnready: true }, 1],
  ] as const)('%s', (_, props, count) => {
    const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    show(
      <form onSubmit={submit}>
        <Button {...props}>Next</Button>
      </form>,
    );
    const button = find<HTMLButtonElement>('button');
    const counts = 'isBusy' in props || 'isUnready' in props ? 'true' : null;
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, counts]);
    click(button);
    expect(submit).toHaveBeenCalledTimes(count);
  });
});

describe('a refused form', () => {
  it('moves the focus to the first invalid field, and again when it is sent as it is', async () => {
    const Form = () => {
      const [isInvalid, setInvalid] = useState(false);
      return (
        <form
          ref={useErrorFocus(isInvalid)}
          onSubmit={(event) => {
            event.preventDefault();
            setInvalid(true);
          }}
        >
          <TextField label="Name" value="" />
          <TextField label="Email" value="" error={isInvalid ? 'Missing.' : undefined} />
          <Button type="submit">Send</Button>
        </form>
      );
    };
    show(<Form />);
    const button = find<HTMLButtonElement>('button');
    for (const _ of ['first', 'second']) {
      button.focus();
      click(button);
      await expect.poll(() => document.activeElement).toBe(find('[aria-invalid=true]'));
    }
  });
});
