import type { Mutation } from '#build/testing/mutations.ts';

const RULES = 'tests/contract/rules.test.ts';
const EMAIL = 'tests/contract/email.test.ts';

/** Faults of the rules that browser and server share: mostly off by one. */
export const ruleMutations: Mutation[] = [
  {
    name: 'a password of eight characters is too short',
    file: 'src/contract/password.ts',
    from: 'if (length < PASSWORD_LENGTH_MIN)',
    to: 'if (length <= PASSWORD_LENGTH_MIN)',
    tests: [RULES],
  },
  {
    name: 'the length of a password counts code units',
    file: 'src/contract/password.ts',
    from: '[...password].length',
    to: 'password.length',
    tests: [RULES],
  },
  {
    name: 'a code may have seven digits',
    file: 'src/contract/code.ts',
    from: 'code.length === CODE_LENGTH &&',
    to: 'code.length >= CODE_LENGTH &&',
    tests: [RULES],
  },
  {
    name: 'a host whose name ends like a free one is refused',
    file: 'src/contract/email.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: 'domain.endsWith(`.${host}`)',
    to: 'domain.endsWith(host)',
    tests: [EMAIL],
  },
  {
    name: 'an address of 254 characters is refused',
    file: 'src/contract/email.ts',
    from: 'canonical.length <= EMAIL_LENGTH_MAX',
    to: 'canonical.length < EMAIL_LENGTH_MAX',
    tests: [EMAIL],
  },
  {
    name: 'a name of 200 characters is refused',
    file: 'src/contract/account.ts',
    from: 'name.length <= NAME_LENGTH_MAX',
    to: 'name.length < NAME_LENGTH_MAX',
    tests: [RULES],
  },
  {
    name: 'a phone number of the campaign may have eleven digits',
    file: 'src/contract/demo-request.ts',
    from: 'phone.length === CAMPAIGN_PHONE_DIGITS',
    to: 'phone.length >= CAMPAIGN_PHONE_DIGITS',
    tests: ['tests/contract/demo-request.test.ts'],
  },
  {
    name: 'a logo of exactly 2 MiB is refused',
    file: 'machines/rules/sign-up.ts',
    from: 'file.size <= LOGO_BYTES_MAX',
    to: 'file.size < LOGO_BYTES_MAX',
    tests: [RULES],
  },
  {
    name: 'a logo that the server could not decode counts as chosen without an error',
    file: 'machines/rules/sign-up.ts',
    from: "if (isUnreadable) return 'unreadable';",
    to: '',
    tests: [RULES],
  },
  {
    name: 'Punycode of two scripts is accepted',
    file: 'src/contract/ascii-domain.ts',
    from: '!isMixed(label) &&',
    to: '',
    tests: [EMAIL],
  },
  {
    name: 'Punycode of other letters is another address',
    file: 'src/contract/ascii-domain.ts',
    from: 'toAsciiLabel(fold(letters)) === label ? label : undefined',
    to: 'letters && label',
    tests: [EMAIL],
  },
  {
    name: 'a letter that only newer engines know is accepted',
    file: 'src/contract/ascii-domain.ts',
    from: '!IN_SOME_VERSIONS.test(label) &&',
    to: '',
    tests: ['tests/contract/domain-agreement.test.ts'],
  },
  {
    name: 'a label from right to left contains letters from left to right',
    file: 'src/contract/ascii-domain.ts',
    from: '    isInOneDirection(label);',
    to: '    true;',
    tests: [EMAIL],
  },
  {
    name: 'a display name of 200 characters is refused',
    file: 'src/contract/account.ts',
    from: 'text.length <= NAME_LENGTH_MAX',
    to: 'text.length < NAME_LENGTH_MAX',
    tests: [RULES],
  },
  {
    name: 'a phone number of the campaign is refused for the spaces around it',
    file: 'src/contract/demo-request.ts',
    from: 'isCampaignPhone(phone.trim())',
    to: 'isCampaignPhone(phone)',
    tests: ['tests/contract/demo-request.test.ts'],
  },
  {
    name: 'a login of a quarter of an hour ago counts as recent',
    file: 'src/contract/session.ts',
    from: 'RECENT_LOGIN_MS = 10 * MINUTE_MS',
    to: 'RECENT_LOGIN_MS = 15 * MINUTE_MS',
    tests: [RULES],
  },
  {
    name: 'a free mail host is taken for a company',
    file: 'src/contract/email.ts',
    from: "  'rediffmail.com',\n",
    to: '',
    tests: [RULES],
  },
  {
    name: 'the spaces of a password do not count',
    file: 'src/contract/password.ts',
    from: '[...password]',
    to: '[...password.trim()]',
    tests: [RULES],
  },
  {
    name: 'a password of spaces is called a missing one',
    file: 'machines/rules/sign-up.ts',
    from: "if (password === '') return 'passwordMissing'",
    to: "if (!isFilled(password)) return 'passwordMissing'",
    tests: [RULES],
  },
];
