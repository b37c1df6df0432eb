import * as brand from '#contract/brand.ts';
import { inSentence } from './claim.ts';
import * as claims from './claims.ts';

/** What is sample content here, and what a launch puts there; whoever replaces it removes its line. @public */
export const samples = {
  story: 'how the company began, and its quote',
  founders: 'three founders with titles and profiles',
  photo: 'a group photo of the founders',
};

/** Copy of the about page. Founders and story are sample content: the operator of the site replaces them. */
export const aboutContent = {
  heading: 'Good people get missed. We find them.',
  lead: `${brand.name} means “star”. We started with one question: how many good people does a resume hide?`,
  photo: {
    label: `The three founders of ${brand.name}, drawn side by side at a long table: Meera Iyer with a notebook, Rohan Bhatia with a cup of tea, Zoya Khan with a laptop. Behind them a window shows a constellation in the night sky.`,
    caption: 'Meera, Rohan and Zoya in Gurugram, late one evening.',
  },
  story: {
    heading: 'How it began',
    paragraphs: [
      'Meera ran hiring for a retail chain. One spring she read eleven thousand resumes and spoke to three hundred people. The best store manager she ever hired had the plainest resume of them all. They had met by chance.',
      'She told Rohan, who built speech software, and Zoya, who studied how people decide. None of them wanted to leave the next good hire to chance.',
      'So they built an interviewer with time for everyone. It asks, listens, and asks again. It writes down the reason for every score. And it leaves the choice to people.',
    ],
    quote: 'Nobody should be overlooked because someone ran out of time.',
  },
  values: {
    heading: 'What we stand by',
    items: [
      {
        title: 'A chance to be heard',
        text: 'Applicants are invited to interview at a time that suits them. Invitations follow the match with the job.',
      },
      {
        title: 'Reasons, not verdicts',
        text: 'A score without its reasons is a rumour. Ours quotes the answers behind it.',
      },
      {
        title: 'People decide',
        text: 'We rank and explain. The hiring team chooses.',
      },
    ],
  },
  figure: {
    value: `Only the ${inSentence(claims.starPowers)}`,
    text: `${claims.starPowers.text}: innovation, adaptability and collaboration. To find them, ${brand.name} was trained on ${claims.responses.figure} real interview responses.`,
  },
  founders: {
    heading: 'The founders',
    profile: 'Profile on LinkedIn',
    people: [
      {
        name: 'Meera Iyer',
        title: 'Chief executive',
        text: 'Twelve years of hiring for stores, warehouses and head offices.',
        portrait: 'bun',
        href: 'https://www.linkedin.com/in/meera-iyer-example/',
      },
      {
        name: 'Rohan Bhatia',
        title: 'Chief technology officer',
        text: 'Built speech recognition for languages that had none.',
        portrait: 'beard',
        href: 'https://www.linkedin.com/in/rohan-bhatia-example/',
      },
      {
        name: 'Zoya Khan',
        title: 'Chief product officer',
        text: 'Studied how interviewers decide, and how often they are wrong.',
        portrait: 'spectacles',
        href: 'https://www.linkedin.com/in/zoya-khan-example/',
      },
    ],
  },
  closing: {
    heading: `See ${brand.name} at work`,
    lead: 'Post your 1st job free, or let us show you around.',
    start: 'Get started free',
    demo: 'Get a demo',
  },
} as const;
