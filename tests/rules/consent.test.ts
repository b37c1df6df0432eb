import { checkModel, differs } from '#tests/support/rules/model.ts';

type Choice = 'accepted' | 'declined';

interface Facts {
  /** What the visitor has answered, or the browser for them. */
  choice: Choice | undefined;
  bar: 'question' | 'answer' | 'none';
  isOver: boolean;
  /** What the last event does, in order. */
  does: string[];
}

const LOAD = ['grantConsent', 'loadTag'];
const TAKE_BACK = ['denyConsent', 'removeTagCookies', 'reloadPage'];

const answered = (facts: Facts, choice: Choice, ...does: string[]): Facts => {
  const isNew = facts.choice !== choice;
  if (facts.choice === 'accepted' && isNew)
    return { ...facts, choice, bar: 'none', isOver: true, does: [...does, ...TAKE_BACK] };
  return { ...facts, choice, does: [...does, ...(isNew && choice === 'accepted' ? LOAD : [])] };
};

/** By a button of the bar, which then says what was chosen. */
const pressed = (facts: Facts, choice: Choice): Facts => {
  if (facts.bar !== 'question') return { ...facts, does: [] };
  // What is accepted already needs not be kept once more.
  const keeps = facts.choice === 'accepted' && choice === 'accepted' ? [] : [`keep ${choice}`];
  const next = answered(facts, choice, ...keeps);
  return next.isOver ? next : { ...next, bar: 'answer' };
};

/** In another tab. The question that nobody answered here is replaced by its answer. */
const heard = (facts: Facts, choice: Choice): Facts => {
  if (choice === facts.choice) return { ...facts, does: [] };
  const next = answered(facts, choice);
  return { ...next, bar: facts.choice === undefined ? 'answer' : 'none' };
};

/** Whether the bar asks whoever has answered before: they may leave it at that. */
const isReview = ({ bar, choice }: Facts): boolean => bar === 'question' && choice !== undefined;

const after = (facts: Facts, event: { type: string; choice: Choice }): Facts => {
  if (facts.isOver) return { ...facts, does: [] };
  switch (event.type) {
    case 'consent.accepted':
      return pressed(facts, 'accepted');
    case 'consent.declined':
      return pressed(facts, 'declined');
    case 'choice.changed':
      return heard(facts, event.choice);
    case 'settings.pressed':
      return { ...facts, bar: isReview(facts) ? 'none' : 'question', does: [] };
    case 'review.cancelled':
      return { ...facts, bar: isReview(facts) ? 'none' : facts.bar, does: [] };
    default:
      return { ...facts, bar: facts.bar === 'answer' ? 'none' : facts.bar, does: [] };
  }
};

checkModel<Facts>(
  'consent',
  {
    start: ({ choice }: { choice: Choice | undefined }): Facts => ({
      choice,
      bar: choice === undefined ? 'question' : 'none',
      isOver: false,
      does: choice === 'accepted' ? LOAD : [],
    }),
    next: after,
  },
  {
    'the bar asks until there is an answer, and again when the settings are opened': ({
      after: { tags },
      now: { bar },
    }) =>
      differs([tags.has('asked'), tags.has('answered')], [bar === 'question', bar === 'answer']),
    'the page knows what was chosen': ({ after: { value }, now: { choice, isOver } }) =>
      differs(
        typeof value === 'string' ? value : Object.keys(value)[0],
        isOver ? 'withdrawn' : (choice ?? 'asking'),
      ),
    'the tag manager is loaded once, after an acceptance and never before; a withdrawal ends the page':
      ({ actions, now }) =>
        differs(
          actions.map(({ name, params }) => (name === 'keepChoice' ? `keep ${params}` : name)),
          now.does,
        ),
    'the purposes are granted before the tag manager is loaded': ({ actions }) => {
      const names = actions.map(({ name }) => name);
      return names.includes('loadTag') ? differs(names.slice(-2), LOAD) : undefined;
    },
    'nothing goes on after a withdrawal': ({ after: { status }, now }) =>
      differs(status, now.isOver ? 'done' : 'active'),
    'each button works exactly where it is shown': ({ before, event, was }) =>
      was && /^consent\./.test(event.type)
        ? differs(before.can(event), was.bar === 'question')
        : undefined,
    'nothing is called and nothing waits': ({ started, delays }) =>
      differs([started, delays], [[], []]),
  },
);
