/** Top-level domains that do not exist, and what their writers meant. `.co`, `.cm` and `.om` do exist. */
const MISTYPED_TOP_LEVELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['con', 'cmo', 'ocm', 'cpm', 'cim', 'xom', 'vom', 'dom', 'comm', 'coom', 'ccom', 'conm'].map(
      (typed) => [typed, 'com'],
    ),
  ),
  ogr: 'org',
  orgg: 'org',
  ner: 'net',
  nte: 'net',
  ent: 'net',
  nett: 'net',
};

/** Mail providers with a name that is long enough to recognize with a mistake in it. */
const PROVIDERS = [
  'gmail',
  'yahoo',
  'outlook',
  'hotmail',
  'icloud',
  'protonmail',
  'rediffmail',
  'yopmail',
] as const;

/**
 * Whether a name is another one with one letter missing, added, replaced or swapped with the next one: the
 * optimal string alignment distance is 1. The first letter is right, so that `email.com` is not taken for Gmail.
 */
const isOneMistakeFrom = (typed: string, meant: string): boolean => {
  if (typed === meant || typed[0] !== meant[0]) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [left, right] = [typed.slice(start), meant.slice(start)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
};

/**
 * The address that was probably meant by one whose domain looks mistyped (`acme.con`, `gmial.com`), spelled as
 * the rest was; undefined if nothing looks wrong.
 */
export const suggestEmail = (email: string): string | undefined => {
  const [, local, domain = ''] = /^\s*([^\s@]+)@([^\s@]+\.[^\s@.]+)\s*$/.exec(email) ?? [];
  const labels = domain.toLowerCase().split('.');
  const typed = labels.pop() ?? '';
  const topLevel = MISTYPED_TOP_LEVELS[typed] ?? typed;
  const host = labels.join('.');
  const provider = PROVIDERS.find((name) => topLevel === 'com' && isOneMistakeFrom(host, name));
  if (provider === undefined && topLevel === typed) return undefined;
  return `${local}@${provider ?? host}.${topLevel}`;
};
