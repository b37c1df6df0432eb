import { brand } from '#contract/brand.ts';
import { claims } from './claims.ts';
import { inSentence } from './in-sentence.ts';
import { outcomeClaims } from './outcome-claims.ts';

/**
 * The campaign page (spec §2, §1). People, roles and quotes are sample content; whoever runs the
 * site replaces them. The figures are those of spec §1.
 */
export const campaignContent = {
  tryFree: 'Try free now',
  bookDemo: 'Book a demo',
  hero: {
    heading: `Hire ${claims.fasterHiring.figure} faster. Interview everyone who applies.`,
    lead: `${brand.name} holds a live AI video interview with every candidate, day and night, and hands you the few who shine.`,
    note: `The demo takes ${outcomeClaims.campaignDemoLength.figure}, with one of your own roles.`,
  },
  sky: {
    label:
      'A sky of applicants. Three of them shine and are joined into a constellation: the shortlist.',
    title: 'Field Sales Manager',
    state: 'Shortlist ready',
    counts: ['412 applied', '396 interviewed', '3 shortlisted'],
    people: [
      { name: 'Ananya Rao', reason: 'Turned a lost account around, step by step', score: '94' },
      { name: 'Kabir Menon', reason: 'Coached four new hires to target', score: '91' },
      { name: 'Farah Siddiqui', reason: 'Rebuilt a territory after a price change', score: '89' },
    ],
    scoreLabel: 'Score',
  },
  statistics: {
    heading: 'What changes when everyone is heard',
    items: [
      claims.fasterHiring,
      claims.moreScreened,
      outcomeClaims.successfulHires,
      outcomeClaims.efficientHiring,
      outcomeClaims.hiringCost,
      outcomeClaims.hoursSaved,
    ],
  },
  challenges: {
    heading: 'Hiring is stuck at the first call',
    lead: 'The work that decides least takes most of the day.',
    items: [
      {
        title: 'Too many resumes, too little time',
        text: `Calls that lead nowhere fill the day. With ${brand.name}: ${outcomeClaims.screeningTime.figure} ${outcomeClaims.screeningTime.text}.`,
      },
      {
        title: 'Resumes look alike',
        text: `${outcomeClaims.starPowersExcel.figure} of applicants ${outcomeClaims.starPowersExcel.text}. A resume does not say who.`,
      },
      {
        title: 'Calendars never meet',
        text: 'Good people work while you do. They can talk at nine in the evening. You cannot.',
      },
      {
        title: 'A wrong hire is expensive',
        text: `${outcomeClaims.failedHire.figure} ${outcomeClaims.failedHire.text}.`,
      },
      {
        title: 'Your rivals have started',
        text: `${outcomeClaims.leadersOnAgents.figure} ${outcomeClaims.leadersOnAgents.text}.`,
      },
    ],
  },
  atOnce: {
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
      text: 'The output per recruiter, with interviews side by side, 24/7, at the times candidates choose.',
      label: 'One star joined to all sixteen candidates at once.',
    },
  },
  hires: {
    heading: `From ${outcomeClaims.agencyBefore.figure} hires a month to ${outcomeClaims.agencyAfter.figure}`,
    lead: 'An agency with the same team, the same clients and the same working day.',
    bars: [
      { label: 'Before', ...outcomeClaims.agencyBefore, size: 'short' },
      { label: `With ${brand.name}`, ...outcomeClaims.agencyAfter, size: 'long' },
    ],
  },
  steps: {
    heading: 'Three steps, two of them without you',
    items: [
      {
        title: 'AI video screening',
        text: `Every applicant is invited and interviewed, ${inSentence(claims.interviewLength)} each. Follow-up questions come from their answers.`,
      },
      {
        title: 'Automated shortlisting',
        text: `Resume and interview are scored against your job description. You see top candidates in ${outcomeClaims.topCandidates.figure}.`,
      },
      {
        title: 'Actionable insights',
        text: 'Each score comes with the words behind it, and with what to ask next.',
      },
    ],
  },
  features: {
    heading: 'What you get, and what they get',
    lists: [
      {
        title: 'For your team',
        items: [
          'Resumes read against your job description',
          'Skills tested in Finance, Operations, Sales, Development, Support and Analytics',
          'A dashboard ranked by resume and interview',
          'Signs of outside AI or internet help marked',
          'Reminders and follow-ups by email and WhatsApp',
          'Reports on performance and interview trends',
        ],
      },
      {
        title: 'For your candidates',
        items: [
          'An interview at a time they choose, 24/7',
          `Done in ${inSentence(claims.interviewLimit)}, on any device`,
          'The same fair questions for everyone',
          'Follow-ups that listen to what they said',
          'News about their status, without asking',
          'A chance even when their resume looks plain',
        ],
      },
    ],
  },
  customers: {
    heading: 'From teams that stopped phoning',
    first: {
      content:
        'On Monday we had four hundred applicants and no plan. On Wednesday we had three people we wanted to meet.',
      name: 'Ritika Sharma',
      designation: 'Head of talent, logistics',
    },
    others: [
      {
        content: 'My team talks to fewer people now, and hires more of them.',
        name: 'Arjun Pillai',
        designation: 'Founder, staffing agency',
      },
      {
        content: 'The reasons beside each score settled more debates than the scores did.',
        name: 'Neha Kulkarni',
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
        after: '24/7, with reminders and news by email and WhatsApp',
      },
      {
        subject: 'Intelligence',
        before: 'Keywords and gut feeling',
        after: 'Skills and star powers, with the reasons',
      },
      {
        subject: 'Screening process',
        before: 'One call after another',
        after: `Every applicant interviewed, ${claims.moreScreened.figure} more screened`,
      },
      {
        subject: 'Hiring speed',
        before: 'Weeks until a shortlist',
        after: `The ${inSentence(outcomeClaims.shortlistSize)} candidates in ${claims.shortlistTime.figure}`,
      },
      {
        subject: 'Recruiter workload',
        before: 'Most of the day on the phone',
        after: `${outcomeClaims.manualWork.figure} ${outcomeClaims.manualWork.text}`,
      },
      {
        subject: 'Cost efficiency',
        before: 'Every hire costs as much as the last',
        after: `Cost cut ${outcomeClaims.costCut.figure}`,
      },
    ],
  },
  integrations: {
    heading: 'It works where you work',
    lead: 'Keep your applicant tracking system. Candidates come from it, and results go back to it.',
    label: `Your applicant tracking system, WhatsApp and email, joined to ${brand.name}.`,
    items: [
      { title: 'Your ATS', text: 'Candidates in, scores and videos out', isUpcoming: false },
      { title: 'WhatsApp', text: 'Status and interview updates', isUpcoming: false },
      { title: 'Email', text: 'Invitations and reminders', isUpcoming: false },
      { title: 'Conversational AI engagement', text: 'Answers for candidates', isUpcoming: true },
    ],
    upcoming: 'Upcoming',
  },
  trusted: 'Trusted by teams that hire every week',
  questions: {
    heading: 'Asked before every demo',
    items: [
      {
        question: 'How long is an interview?',
        answer: `${claims.interviewLength.figure}, and always ${inSentence(claims.interviewLimit)}. The candidate chooses when, on any day, at any hour.`,
      },
      {
        question: 'What does it assess?',
        answer:
          'The skills of the role, and three star powers: innovation, adaptability and collaboration. Your job description sets the weight.',
      },
      {
        question: 'Can candidates cheat?',
        answer: `They can try. ${brand.name} looks for signs of help from outside AI or the internet and marks them, so that you can look at the passage yourself.`,
      },
      {
        question: 'Does the AI decide whom we hire?',
        answer:
          'No. It ranks and explains. You watch, compare and choose, and you can put anyone on the shortlist.',
      },
      {
        question: 'Does it work with our ATS?',
        answer:
          'Yes. It integrates with existing applicant tracking systems. WhatsApp and email are included in all plans.',
      },
      {
        question: 'What do candidates say?',
        answer: `${outcomeClaims.candidateRating.figure} ${outcomeClaims.candidateRating.text}.`,
      },
      {
        question: 'What happens in the demo?',
        answer: `We take ${outcomeClaims.campaignDemoLength.figure} and one of your roles. You see the questions, an interview and the shortlist, and ask what you like.`,
      },
    ],
  },
  closing: {
    heading: 'Bring one role. Leave with a shortlist.',
    lead: `The demo takes ${outcomeClaims.campaignDemoLength.figure}. All we need is your job description.`,
  },
} as const;
