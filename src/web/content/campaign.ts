import * as brand from '#contract/brand.ts';
import * as campaignClaims from './campaign-claims.ts';
import { inSentence } from './claim.ts';
import * as claims from './claims.ts';

/** What is sample content here, and what a launch puts there; whoever replaces it removes its line. @public */
export const samples = {
  customers: 'what customers said, with their consent',
};

/**
 * Copy of the campaign page; its figures are in `claims/`. People, roles and quotes are sample
 * content: the operator of the site replaces them.
 */
export const campaignContent = {
  tryFree: 'Try free now',
  bookDemo: 'Book a demo',
  hero: {
    heading: `Hire ${claims.fasterHiring.figure} faster. Interview more of the people who apply.`,
    lead: `${brand.name} invites applicants to a live AI video interview, day or night, and shows you the few who shine.`,
    note: `The demo takes ${campaignClaims.campaignDemoLength.figure}: ${claims.demoLength.figure} on the product, the rest on one of your own roles.`,
  },
  shortlist: {
    label:
      'A sky of applicants. Three of them shine and are joined into a constellation: the shortlist.',
    title: 'Field Sales Manager',
    state: 'Shortlist ready',
    counts: ['412 applied', '396 interviewed', '3 shortlisted'],
    people: [
      {
        name: 'Tanvi Deshpande',
        reason: 'Turned a lost account around, step by step',
        score: '94',
      },
      { name: 'Joseph Mathew', reason: 'Coached four new hires to target', score: '91' },
      { name: 'Farah Siddiqui', reason: 'Rebuilt a territory after a price change', score: '89' },
    ],
    scoreLabel: 'Score',
  },
  statistics: {
    heading: 'What changes when more people are heard',
    items: [
      claims.fasterHiring,
      claims.moreScreened,
      campaignClaims.successfulHires,
      campaignClaims.efficientHiring,
      claims.hiringCost,
      campaignClaims.hoursSaved,
    ],
  },
  challenges: {
    heading: 'Hiring is stuck at the first call',
    lead: 'The work that matters least takes most of the day.',
    items: [
      {
        title: 'Too many resumes, too little time',
        text: `Days go by in calls that lead nowhere. With ${brand.name}: ${campaignClaims.screeningTime.figure} ${campaignClaims.screeningTime.text}.`,
      },
      {
        title: 'Resumes look alike',
        text: `${campaignClaims.starPowersExcel.figure} of applicants ${campaignClaims.starPowersExcel.text}. A resume does not tell you which.`,
      },
      {
        title: 'Calendars never match',
        text: 'Good people are at work when you are. They are free at nine in the evening. You are not.',
      },
      {
        title: 'A wrong hire is expensive',
        text: `${campaignClaims.failedHire.figure} ${campaignClaims.failedHire.text}.`,
      },
      {
        title: 'Others are moving',
        text: `${campaignClaims.leadersOnAgents.figure} ${campaignClaims.leadersOnAgents.text}.`,
      },
    ],
  },
  parallelInterviews: {
    heading: 'One recruiter, many conversations',
    lead: 'You still make the choice. You no longer make every call.',
    before: {
      title: 'A recruiter alone',
      figure: '1:1',
      text: 'One interview at a time. Everyone else waits for a free slot.',
      label: 'One recruiter joined to one candidate; fifteen others wait.',
    },
    after: {
      title: `A recruiter with ${brand.name}`,
      figure: claims.recruiterOutput.figure,
      text: 'The output per recruiter. Interviews run in parallel, 24/7, whenever candidates choose.',
      label: 'One recruiter with a star, which is joined to all sixteen candidates at once.',
    },
  },
  hires: {
    heading: `From ${campaignClaims.agencyBefore.figure} hires a month to ${campaignClaims.agencyAfter.figure}`,
    lead: 'One agency: the same team, the same clients and the same working hours.',
    bars: [
      { label: 'Before', ...campaignClaims.agencyBefore, size: 'short' },
      { label: `With ${brand.name}`, ...campaignClaims.agencyAfter, size: 'long' },
    ],
  },
  steps: {
    heading: 'Three steps, two of them without you',
    items: [
      {
        title: 'AI video screening',
        text: `Applicants are invited as they match the job. An interview takes ${inSentence(claims.interviewLength)}, and the answers lead to follow-up questions.`,
      },
      {
        title: 'Automated shortlisting',
        text: `Resume and interview are scored against your job description. Once the interviews are in, finding your top candidates takes ${campaignClaims.topCandidates.figure} of your time.`,
      },
      {
        title: 'Actionable insights',
        text: 'Each score comes with the answers behind it, and with what to ask next.',
      },
    ],
  },
  features: {
    heading: 'What you get, and what they get',
    lists: [
      {
        title: 'For your team',
        items: [
          'Resumes compared with your job description',
          'Skills tested in Finance, Operations, Sales, Development, Support and Analytics',
          'A dashboard that ranks candidates by resume and interview scores',
          'Signs of outside AI or internet help, marked in the recording',
          'Reminders and follow-ups by email, and by WhatsApp to those who agreed',
          'Reports on candidate performance and interview trends',
        ],
      },
      {
        title: 'For your candidates',
        items: [
          'An interview at a time they choose, 24/7',
          `${claims.interviewLength.figure}, on a phone or a computer`,
          'Scored on the same skills and scale as everyone',
          'Follow-up questions about what they said',
          'Status updates without having to ask',
          'A chance to show more than a resume',
        ],
      },
    ],
  },
  customers: {
    heading: 'From teams that no longer screen by phone',
    first: {
      content:
        'We used to lose the first week of every search to phone calls. Now our first conversation is with someone we may hire.',
      name: 'Harini Subramaniam',
      designation: 'Talent acquisition lead, retail',
    },
    others: [
      {
        content: 'My team talks to fewer people now, and hires more of them.',
        name: 'Arjun Pillai',
        designation: 'Founder, staffing agency',
      },
      {
        content: 'The reasons beside each score settled more debates than the scores did.',
        name: 'Neha Thakur',
        designation: 'HR partner, software',
      },
    ],
  },
  comparison: {
    heading: 'Side by side',
    caption: `Hiring the usual way and hiring with ${brand.name}`,
    columns: ['Subject', 'The usual way', `With ${brand.name}`],
    rows: [
      {
        subject: 'Candidate engagement',
        before: 'Office hours, and silence in between',
        after:
          '24/7, with reminders and status updates by email, and by WhatsApp to those who agreed',
      },
      {
        subject: 'Intelligence',
        before: 'Keywords and gut feeling',
        after: 'Skills and star powers, with the reasons',
      },
      {
        subject: 'Screening process',
        before: 'One call after another',
        after: `Interviews in parallel, ${claims.moreScreened.figure} ${claims.moreScreened.text}`,
      },
      {
        subject: 'Hiring speed',
        before: 'Weeks until a shortlist',
        after: `The ${inSentence(campaignClaims.shortlistSize)} candidates, as soon as ${campaignClaims.shortlistTime.figure} after the job is posted`,
      },
      {
        subject: 'Recruiter workload',
        before: 'Most of the day on the phone',
        after: `${campaignClaims.manualWork.figure} ${campaignClaims.manualWork.text}`,
      },
      {
        subject: 'Cost efficiency',
        before: 'Every hire costs as much as the last',
        after: `Cost cut ${campaignClaims.costCut.figure}, ${campaignClaims.costCut.text}`,
      },
    ],
  },
  integrations: {
    heading: 'It works with the tools you have',
    lead: 'Keep your applicant tracking system. On request we connect it: applicants come in, and results go back.',
    items: [
      { title: 'Your ATS', text: 'Applicants in, scores and reports out', isUpcoming: false },
      { title: 'WhatsApp', text: 'Status and interview updates', isUpcoming: false },
      { title: 'Email', text: 'Invitations and reminders', isUpcoming: false },
      {
        title: 'Conversational AI engagement',
        text: 'Will answer candidates’ questions',
        isUpcoming: true,
      },
    ],
    upcoming: 'Upcoming',
  },
  trusted: 'Made for teams that hire every week',
  closing: {
    heading: 'Bring one role. See how we interview for it.',
    lead: `The demo takes ${campaignClaims.campaignDemoLength.figure}. All we need is your job description.`,
  },
} as const;
