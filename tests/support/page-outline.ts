import { type Element, Window } from 'happy-dom';

/** Roles of elements, the first selector that matches counts. Elements without a role are left out. */
const ROLES: readonly (readonly [selector: string, role: string])[] = [
  ['[role]', ''],
  ['a[href]', 'link'],
  ['button, summary', 'button'],
  ['h1', 'heading 1'],
  ['h2', 'heading 2'],
  ['h3', 'heading 3'],
  ['input[type="checkbox"]', 'checkbox'],
  ['input, textarea', 'field'],
  ['select', 'choice'],
  ['iframe', 'frame'],
  ['svg, img', 'image'],
  ['header', 'banner'],
  ['nav', 'navigation'],
  ['main', 'main'],
  ['footer', 'contentinfo'],
  ['form', 'form'],
  ['fieldset', 'group'],
  ['details', 'details'],
  ['ul, ol', 'list'],
  ['dl', 'terms'],
  ['figure', 'figure'],
  ['table', 'table'],
  ['noscript', 'without script'],
  ['section[aria-label], section[aria-labelledby]', 'region'],
  ['section[id], article[id]', 'target'],
  ['[aria-live]', 'live region'],
];

/** What changes how an element is read, filled in or followed. Ids of React differ between pages. */
const ATTRIBUTES =
  /^(?:aria-(?:expanded|pressed|current|live|busy|disabled|invalid|roledescription)|autocomplete|autocapitalize|autocorrect|data-plan|disabled|enterkeyhint|id|inert|inputmode|loading|maxlength|method|name|novalidate|open|placeholder|readonly|rel|required|spellcheck|tabindex|target|type)$/;
const GENERATED_ID = /^_/;

const NAMED_BY_TEXT = /^(?:link|button|heading)/;

const { document } = new Window();

const parse = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body;
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The text that is read: without what is hidden from assistive technology, and what only a page without script has. */
const textOf = (element: Element): string => {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"], noscript')) hidden.remove();
  return oneLine(copy.textContent ?? '');
};

const byIds = (element: Element, attribute: string): string =>
  (element.getAttribute(attribute) ?? '')
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => textOf(document.getElementById(id) ?? element))
    .filter((text) => text !== '')
    .join('; ');

const labelOf = (element: Element): string => {
  const label = document.querySelector(`label[for="${element.id}"]`) ?? element.closest('label');
  return label ? textOf(label) : '';
};

const nameOf = (element: Element, role: string): string =>
  element.getAttribute('aria-label') ??
  (byIds(element, 'aria-labelledby') ||
    element.getAttribute('alt') ||
    element.getAttribute('title') ||
    (element.matches('input, textarea, select') ? labelOf(element) : '') ||
    (element.matches('fieldset') ? textOf(element.querySelector('legend') ?? element) : '') ||
    (element.matches('table') ? textOf(element.querySelector('caption') ?? element) : '') ||
    (NAMED_BY_TEXT.test(role) ? textOf(element) : ''));

const HIDDEN = '[aria-hidden="true"]';

const isRead = (element: Element): boolean => element.closest(HIDDEN) === null;

const roleOf = (element: Element): string => {
  const role = ROLES.find(([selector]) => element.matches(selector))?.[1] ?? '';
  if (role === 'list') return `list of ${element.children.length}`;
  if (role === 'terms') return `${element.querySelectorAll('dt').length} terms`;
  return role || (element.getAttribute('role') ?? '');
};

const lineOf = (element: Element): string => {
  if (!isRead(element)) return `not read: ${oneLine(element.textContent ?? '')}`;
  const role = roleOf(element);
  const name = nameOf(element, role);
  const attributes = [...element.attributes]
    .filter(({ name, value }) => ATTRIBUTES.test(name) && !GENERATED_ID.test(value ?? ''))
    .map(({ name, value }) => (value === '' ? name : `${name}=${value}`))
    .sort();
  const description = byIds(element, 'aria-describedby');
  return [
    role,
    ...(name ? [JSON.stringify(name)] : []),
    ...(NAMED_BY_TEXT.test(role) && element.hasAttribute('aria-label') ? ['labelled'] : []),
    ...(element.hasAttribute('href') ? [`→ ${element.getAttribute('href')}`] : []),
    ...attributes,
    ...(description ? [`described: ${JSON.stringify(description)}`] : []),
  ].join(' ');
};

const SELECTOR = ROLES.map(([selector]) => selector).join(', ');

/** What is drawn as text, but not read: apart from illustrations, which have a name. */
const isHiddenText = (element: Element): boolean =>
  element.matches(HIDDEN) &&
  oneLine(element.textContent ?? '') !== '' &&
  !element.parentElement?.closest(`${HIDDEN}, [role="img"]`);

/** What assistive technology lists of a page: a line for each landmark, heading, link, control and image. */
export const outlineOf = (html: string): string =>
  [...parse(html).querySelectorAll(`${SELECTOR}, ${HIDDEN}`)]
    .filter((element) => isRead(element) || isHiddenText(element))
    .map(lineOf)
    .join('\n');

/** What no page may have, whatever it shows. */
export const outlineFaults = (html: string, isRoute: (path: string) => boolean): string[] => {
  const body = parse(html);
  const ids = [...body.querySelectorAll('[id]')].map(({ id }) => id);
  const elements = [...body.querySelectorAll(SELECTOR)].filter(isRead);
  const levels = elements.map(roleOf).filter((role) => role.startsWith('heading'));
  return [
    ...['h1', 'main', 'header', 'footer'].filter((tag) => body.querySelectorAll(tag).length !== 1),
    ...levels.filter((level, index) => level === 'heading 3' && levels[index - 1] === 'heading 1'),
    ...elements
      .filter((element) =>
        /^(?:link|button|heading|field|checkbox|image|img|frame)/.test(roleOf(element)),
      )
      .filter((element) => nameOf(element, roleOf(element)) === '')
      .map((element) => `without a name: ${element.outerHTML}`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `twice: ${id}`),
    ...['aria-controls', 'aria-describedby', 'aria-labelledby', 'for'].flatMap((attribute) =>
      [...body.querySelectorAll(`[${attribute}]`)]
        .flatMap((element) => (element.getAttribute(attribute) ?? '').split(' '))
        .filter((id) => !ids.includes(id))
        .map((id) => `${attribute} of nothing: ${id}`),
    ),
    ...[
      ...body.querySelectorAll('[aria-hidden="true"] :is(a, button, input):not([tabindex="-1"])'),
    ].map((element) => `hidden, but takes the focus: ${element.outerHTML}`),
    ...[...body.querySelectorAll('a[href^="/"]:not([rel="external"])')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !isRoute(href.replace(/[?#].*/, '')))
      .map((href) => `leads nowhere: ${href}`),
  ];
};
