/** The kinds of work that a user causes. */
export type Part =
  | 'page'
  | 'file'
  | 'session read'
  | 'refresh'
  | 'password login'
  | 'wrong password'
  | 'login by code'
  | 'code not entered'
  | 'logout'
  | 'sign-up'
  | 'demo request';

export interface Activity {
  part: Part;
  /** How often a user of a day causes it on that day. */
  perUser: number;
  /** Mails of one. */
  mails: number;
  /** Where the number comes from. */
  because: string;
}

/** The size that the document is about. */
export const TARGET_USERS_A_DAY = 1_000_000;

/**
 * Share of a day's work in its busiest hour. Assumption: customers in one time zone, who work ten hours;
 * evenly spread that would be a tenth.
 */
export const PEAK_HOUR_SHARE = 0.15;

/** The busiest seconds within that hour, as a multiple of its mean. Assumption: full hours, campaigns. */
export const PEAK_WITHIN_HOUR = 1.5;

/**
 * What a user does on a day: recruiters who come twice for half an hour. Everything without another
 * source is an assumption, chosen on the expensive side.
 */
export const activities: readonly Activity[] = [
  {
    part: 'page',
    perUser: 3,
    mails: 0,
    because: 'two visits, one of them by way of another page of the site',
  },
  {
    part: 'file',
    perUser: 4.5,
    mails: 0,
    because: 'one page in twenty is a first visit, with 30 requests; otherwise files are cached',
  },
  {
    part: 'session read',
    perUser: 10,
    mails: 0,
    because: 'one for every page of the application',
  },
  {
    part: 'refresh',
    perUser: 4,
    mails: 0,
    because: 'an hour of use; an access token is valid for 15 minutes',
  },
  {
    part: 'password login',
    perUser: 0.2,
    mails: 0,
    because: 'every fifth day, though a session lives for 30 days after its last use',
  },
  {
    part: 'wrong password',
    perUser: 0.03,
    mails: 0,
    because: 'one for every seventh login by password',
  },
  {
    part: 'login by code',
    perUser: 0.1,
    mails: 1,
    because: 'every third login; it requests the code, reads the mail and enters it',
  },
  {
    part: 'code not entered',
    perUser: 0.02,
    mails: 1,
    because: 'one code in six is requested again or never used',
  },
  { part: 'logout', perUser: 0.1, mails: 0, because: 'after every third login' },
  {
    part: 'sign-up',
    perUser: 0.005,
    mails: 2,
    because: 'the whole wizard, seven calls: the users double in 200 days',
  },
  {
    part: 'demo request',
    perUser: 0.001,
    mails: 1,
    because: 'one for every fifth sign-up',
  },
];

const HOUR_S = 3600;

/** How many users' whole days fall into a second of the peak. */
export const peakUsersASecond = (usersADay: number): number =>
  (usersADay * PEAK_HOUR_SHARE * PEAK_WITHIN_HOUR) / HOUR_S;
