const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send. Only `html` makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

const render = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
};

/** A template whose values are escaped, unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, index) => part + render(values[index] ?? '')).join(''));
