// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Faq } from '#web/marketing/faq.tsx';
import { show } from './render-component.tsx';

const item = (question: string) => ({ question, answer: `${question} Yes.` });
const columns = [[item('A?'), item('B?')], [item('C?')]];
const names = () =>
  [...document.querySelectorAll('details')].map((details) => details.getAttribute('name'));

it('keeps one answer open per column, by the name of its details', () => {
  show(<Faq columns={columns} name="faq" />);
  expect(names()).toEqual(['faq-0', 'faq-0', 'faq-1']);
});

it('toggles each question independently without a name', () => {
  show(<Faq columns={columns} />);
  expect(names()).toEqual([null, null, null]);
});

it('has every answer in the HTML, collapsed', () => {
  show(<Faq columns={columns} name="faq" />);
  expect(document.body.textContent).toContain('C? Yes.');
  expect(document.querySelectorAll('details[open]')).toHaveLength(0);
});
