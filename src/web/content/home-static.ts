import * as brand from '#contract/brand.ts';
import * as campaignClaims from './campaign-claims.ts';
import { type Claim, inSentence } from './claim.ts';
import * as claims from './claims.ts';
import type { Advantage, Feature } from './home.ts';

/** What is sample content here, and what a launch puts there; whoever replaces it removes its line. @public */
export const samples = {
  caseStudies: 'two customers who agreed to be described',
};

/** Copy of the static islands of the home page. */
export const homeStaticContent = {
  hero: {
    lead: `For recruiters and hiring teams: ${brand.name} reads every resume, interviews applicants on video, and hands you a ranked shortlist with the reasons.`,
    start: 'Get started free',
    demo: 'Get a demo',
    note: 'Post your 1st job free. No card.',
    candidates: 'Candidates: interview with the link in your invitation. You need no account.',
    proofLead: 'As soon as',
    proof: campaignClaims.shortlistTime,
    proofSource: 'Interviews included.',
  },
  features: {
    'feature-interview': {
      text: 'Everyone is tested on the same skills. The questions follow each person’s resume and answers.',
      claim: claims.interviewLength,
    },
    'feature-ranking': {
      text: 'Resume strength and interview score side by side. Filter, compare, move people on. No spreadsheet.',
      claim: campaignClaims.topCandidates,
    },
    'feature-insight': {
      text: 'Four scores, a recommendation in plain words, and the strengths that make this person different.',
      claim: campaignClaims.successfulHires,
    },
    'feature-follow-up': {
      text: 'Invitations, reminders and status updates go out in your company’s name: by email, and by WhatsApp to candidates who agreed to it.',
      claim: campaignClaims.manualWork,
    },
  } satisfies Record<Feature, { text: string; claim: Claim }>,
  advantages: {
    fast: 'Screen candidates faster.',
    video: 'Fully autonomous video screening, with zero human intervention, 24/7.',
    output: `Increase output per recruiter by ${claims.recruiterOutput.figure}.`,
    chat: 'Integrated WhatsApp communication for status and interview updates.',
    skills:
      'Reduce hiring failure by evaluating employability skills such as critical thinking, growth mindset and active listening.',
    insight:
      'AI-assisted insights: analytics and reports on candidate performance and interview trends.',
  } satisfies Record<Advantage, string>,
  cards: {
    heading: 'One shortlist. Everything behind it.',
    lead: 'A number alone says little. Here is what stands behind each one.',
    row: 'What stands behind a shortlist',
    stars: {
      title: `Only the ${inSentence(claims.starPowers)} ${claims.starPowers.text}`,
      text: 'Innovation, adaptability and collaboration: no resume shows them.',
      label: 'A hundred points of light, five of them stars that a line connects.',
    },
    resume: {
      title: 'Every resume, against your job',
      text: 'Each line is weighed against the job description, and you see which ones counted.',
      label: 'Three lines of a resume, two of them marked: they counted.',
      counts: 'counted',
      lines: [
        { line: '3 years of Kafka', isCounted: true },
        { line: 'College chess captain', isCounted: false },
        { line: 'Moved a payments ledger', isCounted: true },
      ],
    },
    skills: {
      title: 'Skills, asked and answered',
      text: 'Technical and functional questions for six fields.',
      fields: ['Finance', 'Operations', 'Sales', 'Development', 'Support', 'Analytics'],
      asked: 'Development',
      question: '“Two writes arrive at once. Which one wins?”',
    },
    honest: {
      title: 'Genuine answers',
      text: 'Signs of outside AI or internet help are marked in the recording.',
      label: 'The time line of a recording, marked at 04:12: a second voice.',
      start: '00:00',
      end: '14:38',
      at: '04:12',
      sign: 'Second voice',
    },
    screening: {
      claim: campaignClaims.screeningTime,
      text: 'No more calls that end in “not this one”.',
      label: 'Eight hours of screening, a little more than four of them struck out.',
    },
    talk: {
      title: 'Conversational AI engagement',
      mark: 'Upcoming',
      text: 'Candidates will ask about the job and get an answer at once.',
    },
  },
  process: {
    heading: 'From job post to handshake',
    lead: 'You take the first step and the last.',
    steps: [
      {
        title: 'Post the job',
        text: 'Paste the description. The questions are drafted from it; change any of them.',
      },
      {
        title: 'Candidates get invited',
        text: 'By email, and by WhatsApp if they have agreed to it, with reminders.',
      },
      {
        title: 'They interview on video',
        text: `Live with the AI, ${inSentence(claims.interviewLength)}, whenever it suits them.`,
      },
      {
        title: `You meet the ${inSentence(campaignClaims.shortlistSize)}`,
        text: `Ranked, with scores, quotes and recordings, as soon as ${campaignClaims.shortlistTime.figure} after you post the job.`,
      },
    ],
  },
  caseStudies: {
    heading: 'Two teams, two hard searches',
    lead: 'Hiring in volume?',
    link: { to: '/campaign', label: `See ${brand.name} for busy recruiters` },
    first: {
      kind: 'Logistics firm',
      title: 'A festival season, staffed in three weeks',
      text: 'Riders, sorters and shift leads for eleven cities, before Diwali. Applicants interviewed when they could; the recruiters met only those who were ready to start.',
      figures: [
        campaignClaims.logisticsOffers,
        campaignClaims.logisticsConversion,
        campaignClaims.logisticsInterviews,
        campaignClaims.logisticsHours,
      ],
    },
    second: {
      kind: 'Architecture education',
      title: 'Teachers who can explain a staircase',
      text: 'An architecture-education firm needed mentors who draw well and teach better. A portfolio shows the first. The interview showed the second.',
      quote: 'We heard how they explain before we ever met them.',
      by: 'Academic lead',
    },
  },
  candidates: {
    heading: 'Made for the person on the other side, too',
    lead: 'A good candidate has other offers. The interview should be worth their time.',
    claim: campaignClaims.candidateRating,
    benefits: [
      'They choose the hour: before work, after dinner, on a Sunday.',
      'Invitations follow the match with the job, not the order of applying.',
      'Everyone is scored on the same skills and scale.',
      'They get status updates without having to ask.',
    ],
  },
  integrations: {
    heading: 'Keep your ATS',
    lead: 'On request we connect the applicant tracking system you use. Jobs and applicants come in; scores and reports go back.',
    label: `Jobs and applicants flow from your ATS to ${brand.name}; scores and reports flow back. Email and WhatsApp reach the candidate.`,
    ats: {
      title: 'Your ATS',
      rows: ['Backend developer', 'Sales lead', 'Support, nights'],
    },
    into: 'Jobs and applicants',
    back: 'Scores and reports',
    channels: [
      { name: 'Email', mark: '' },
      { name: 'WhatsApp', mark: '' },
      { name: 'Conversational AI engagement', mark: 'Upcoming' },
    ],
    notes: ['Nothing to migrate', 'Your own stages and names', 'No double entry'],
  },
  pricing: {
    heading: 'Priced by the month, in rupees',
    lead: 'Post your 1st job free. Choose a paid plan when you hire more.',
  },
  closing: {
    heading: 'Post your first job tonight.',
    lead: `Your shortlist can be ready as soon as ${campaignClaims.shortlistTime.figure} later.`,
  },
} as const;

/** Frequent questions on the home page, one list per column. */
export const faqContent = {
  heading: 'Questions, answered',
  lead: 'Is yours not here?',
  ask: 'Ask us in a demo',
  columns: [
    [
      {
        question: 'What happens in the interview?',
        answer:
          'The candidate opens a link, checks camera and microphone, and talks to the AI on video. It asks about the job and about their own resume, and follows up on their answers.',
      },
      {
        question: 'How long does it take a candidate?',
        answer: `${claims.interviewLength.figure}. Most candidates finish in ${inSentence(campaignClaims.interviewLimit)}. They choose when, day or night, and can do it on a phone.`,
      },
      {
        question: 'In which language are interviews held?',
        answer: 'In English: the questions, the answers and the report.',
      },
      {
        question: 'Can someone cheat with AI?',
        answer: `${brand.name} watches for outside AI and internet help and marks answers that sound read out or supplied by someone else. You see the moment in the video, and you decide.`,
      },
      {
        question: 'Which jobs does it cover?',
        answer:
          'Jobs in Finance, Operations, Sales, Development, Support and Analytics. It tests technical and functional skills for each.',
      },
    ],
    [
      {
        question: 'Does it decide who is hired?',
        answer:
          'No. It ranks candidates and gives you its reasons: scores, quotes and the recording. The decision stays with you.',
      },
      {
        question: 'Does it work with our ATS?',
        answer: `Yes. On request we connect the one you use. ${brand.name} then takes jobs and applicants from it, and writes scores and reports back.`,
      },
      {
        question: 'What does it cost to try?',
        answer:
          'Nothing. Every sign-up starts free, with what Quick Start has and no end date. You need a work email, but no card.',
      },
      {
        question: 'Are WhatsApp and email included?',
        answer:
          'In every plan. Invitations, reminders and follow-ups go out in your company’s name: by email, and by WhatsApp to candidates who agreed to it.',
      },
    ],
  ],
} as const;
