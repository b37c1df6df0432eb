import { checkModel, differs } from '#tests/support/rules/model.ts';

type Page = 'unused' | 'loading' | 'ready' | 'failed';

interface Facts {
  page: Page;
  /** What the page says about the payment; the errors of the specification's catalogue. */
  says: string[];
}

interface Answer {
  type: string;
  output?: { ok: boolean; notice?: string };
}

const answered = ({ output }: Answer): Facts => {
  if (output?.ok) return { page: 'ready', says: [] };
  return { page: 'failed', says: [output?.notice ?? 'unknown'] };
};

checkModel<Facts>(
  'checkout-script',
  {
    start: ({ isWanted }: { isWanted: boolean }) => ({
      page: isWanted ? 'loading' : 'unused',
      says: [],
    }),
    next: (facts, event: Answer) => (facts.page === 'loading' ? answered(event) : facts),
  },
  {
    'the payment script is loading, ready or failed, as its answer says; a free plan needs none': ({
      after,
      now,
    }) => differs(after.value, now.page),
    'the script is loaded once, when a paid plan is shown, and never for a free one': ({
      started,
      was,
      now,
    }) =>
      differs(
        started.filter(({ id }) => id !== 'notifier'),
        !was && now.page === 'loading'
          ? [{ id: 'loadScript', src: 'loadScript', input: undefined }]
          : [],
      ),
    // The plan's line subscribes to the notifier when it mounts, whichever plan is shown.
    'the page can be told of a failure from the start': ({ started, was, after }) =>
      differs(
        [started.filter(({ id }) => id === 'notifier').length, 'notifier' in after.children],
        [was ? 0 : 1, true],
      ),
    'a failed load says why, in the words for that failure, once; a loaded script says nothing': ({
      notices,
      now,
    }) => differs(notices, now.says),
    'each answer of the load is heard while it is under way': ({ before, event, was }) =>
      was ? differs(before.can(event), was.page === 'loading') : undefined,
    'the page is busy exactly while the script loads, and in error exactly after a failure': ({
      after,
      now,
    }) =>
      differs(
        [after.hasTag('busy'), after.hasTag('error')],
        [now.page === 'loading', now.page === 'failed'],
      ),
    'nothing goes on after the answer': ({ after, now }) =>
      differs(after.status, now.page === 'loading' ? 'active' : 'done'),
    'nothing is charged, stored or opened, and no time limit is set': ({ actions, delays }) =>
      differs([actions, delays], [[], []]),
  },
);
