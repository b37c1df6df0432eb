// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { find, show } from './render-component.tsx';

it.each([
  [{}, ['Firefox', 'Opened today']],
  [
    { mark: 'This one', remark: 'It will end.', actions: <button type="button">End</button> },
    ['Firefox', 'This one', 'Opened today', 'It will end.', 'End'],
  ],
])('an entry with %j reads as such', (props, texts) => {
  show(
    <Entries>
      <Entry name="Firefox" details="Opened today" {...props} />
    </Entries>,
  );
  const leaves = [...find('li').querySelectorAll('*')].filter((part) => !part.firstElementChild);
  expect(leaves.map(({ textContent }) => textContent)).toEqual(texts);
});
