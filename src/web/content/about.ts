import { brand } from '#contract/brand.ts';
import { claims } from './claims.ts';
import { outcomeClaims } from './outcome-claims.ts';

/** The company's story. The founders and the story are sample content: replace them with yours. */
export const aboutContent = {
  heading: 'We look for the light in every candidate',
  lead: `${brand.name} means star. We began with one question: how many good people does a resume hide?`,
  photo: {
    label: `The three founders of ${brand.name}, drawn side by side at a long table: Meera Iyer with a notebook, Rohan Bhatia with a cup of tea, Zoya Khan with a laptop. Behind them a window shows a constellation in the night sky.`,
    caption: 'Meera, Rohan and Zoya. Gurugram, a late evening.',
  },
  story: {
    heading: 'How it began',
    paragraphs: [
      'Meera ran hiring for a retail chain. In one spring she read eleven thousand resumes and spoke to three hundred people. The best store manager she ever hired had the plainest resume of them all. They met by chance.',
      'She told Rohan, who built speech software, and Zoya, who studied how people decide. None of them wanted chance to do that work again.',
      'So they built an interviewer that has time for everyone. It asks, listens, and asks again. It writes down why a score is what it is. And it leaves the choice to people.',
    ],
    quote: 'Nobody should be overlooked because somebody ran out of time.',
  },
  values: {
    heading: 'What we hold on to',
    items: [
      {
        title: 'Everyone gets heard',
        text: 'An interview for each applicant, at an hour that suits them. Not for the first fifty.',
      },
      {
        title: 'Reasons, not verdicts',
        text: 'A score without its reasons is a rumour. Ours come with the words they rest on.',
      },
      {
        title: 'People decide',
        text: 'We rank and explain. The person who will work with the new colleague makes the choice.',
      },
    ],
  },
  figure: {
    value: outcomeClaims.starPowers.figure,
    text: `${outcomeClaims.starPowers.text}: innovation, adaptability and collaboration. ${claims.responses.figure} ${claims.responses.text} to find them.`,
  },
  founders: {
    heading: 'The founders',
    profile: 'Profile on LinkedIn',
    people: [
      {
        name: 'Meera Iyer',
        title: 'Chief executive',
        text: 'Hired for stores, warehouses and head offices for twelve years.',
        portrait: 'meera',
        href: 'https://www.linkedin.com/in/meera-iyer-example/',
      },
      {
        name: 'Rohan Bhatia',
        title: 'Chief technology officer',
        text: 'Built speech recognition for languages that had none.',
        portrait: 'rohan',
        href: 'https://www.linkedin.com/in/rohan-bhatia-example/',
      },
      {
        name: 'Zoya Khan',
        title: 'Chief product officer',
        text: 'Studied how interviewers decide, and how often they are wrong.',
        portrait: 'zoya',
        href: 'https://www.linkedin.com/in/zoya-khan-example/',
      },
    ],
  },
  closing: {
    heading: `Come and see ${brand.name} at work`,
    lead: 'Post your 1st job free, or let us show you around.',
    start: 'Get started free',
    demo: 'Get a demo',
  },
} as const;
