/** Colours of the site and of the live view, light and dark. */
const COLORS = {
  page: ['#fbfaf7', '#0f1220'],
  raised: ['#ffffff', '#171b2e'],
  outer: ['#c9c4b6', '#444e78'],
  border: ['#8a8677', '#6b7396'],
  ink: ['#16181d', '#f4f2ec'],
  quiet: ['#565a63', '#a9aec0'],
  link: ['#2b3a8c', '#aebbff'],
  linkWash: ['#eceef8', '#232a4a'],
  good: ['#1b7f4b', '#5bd08f'],
  bad: ['#b3261e', '#ff8a80'],
  badWash: ['#fbecea', '#2d1c2a'],
} as const;

type Scheme = 0 | 1;

const rules = (scheme: Scheme): string => {
  const color = (name: keyof typeof COLORS) => COLORS[name][scheme];
  const mark = (name: string, of: keyof typeof COLORS) =>
    `text.${name}{fill:${color(of)}}rect.${name},path.line.${name}{stroke:${color(of)}}path.head.${name}{fill:${color(of)}}`;
  return [
    `.canvas,.label{fill:${color('page')}}`,
    `.outer{stroke:${color('outer')}}.leaf{fill:${color('raised')}}`,
    `.leaf,.region,.final{stroke:${color('border')}}`,
    `text{fill:${color('ink')}}.description,.action{fill:${color('quiet')}}`,
    `.line{stroke:${color('quiet')}}.head{fill:${color('quiet')}}`,
    `rect.tag{fill:${color('linkWash')}}text.tag{fill:${color('link')}}`,
    `rect.error{fill:${color('badWash')}}text.error{fill:${color('bad')}}`,
    mark('added', 'good'),
    mark('removed', 'bad'),
    mark('changed', 'link'),
  ].join('');
};

/**
 * The style of a drawing. Custom properties and light-dark() are left out, because programs other than
 * browsers do not know them; those draw the light scheme.
 */
export const svgStyle = [
  '.title{font-size:15px;font-weight:700}.tag{font-size:11.5px;font-weight:700}',
  '.outer,.final,.line{fill:none}.state,.final,.line{stroke-width:1.25}.region{stroke-dasharray:4 3}',
  'rect.added,path.line.added{stroke-width:3}',
  'rect.removed,path.line.removed{stroke-width:3;stroke-dasharray:9 4}text.removed{text-decoration:line-through}',
  'rect.changed,path.line.changed{stroke-width:3;stroke-dasharray:2 3}',
  rules(0),
  `@media (prefers-color-scheme:dark){${rules(1)}}`,
].join('');
