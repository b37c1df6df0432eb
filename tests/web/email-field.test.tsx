// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, it } from 'vitest';
import { EmailField } from '#web/forms/email-field.tsx';
import { click, find, findText, show } from './ui/render-component.tsx';

const Form = ({ readOnly = false }) => {
  const [email, setEmail] = useState('asha@acme.con');
  return (
    <EmailField
      label="Work email"
      readOnly={readOnly}
      value={email}
      onChange={setEmail}
      below={<p>Help</p>}
    />
  );
};

it('who takes the correction of an address goes on in its field', () => {
  show(<Form />);
  click(findText('button', 'asha@acme.com'));
  const field = find<HTMLInputElement>('[name="email"]');
  expect(field.value).toBe('asha@acme.com');
  expect(document.activeElement).toBe(field);
  expect(document.querySelectorAll('button')).toHaveLength(0);
});

it('an address that cannot be changed is not corrected', () => {
  show(<Form readOnly />);
  expect(document.querySelectorAll('button')).toHaveLength(0);
});

it('the correction is announced, above other help, and phones leave the address as it is typed', () => {
  show(<Form />);
  const [correction, help] = document.querySelectorAll('p + p, [aria-live]:has(button)');
  expect(correction?.textContent).toContain('asha@acme.com');
  expect(help?.textContent).toBe('Help');
  const field = find('[name="email"]');
  expect(field.getAttribute('type')).toBe('email');
  expect(field.getAttribute('autocapitalize')).toBe('none');
  expect(field.getAttribute('spellcheck')).toBe('false');
});
