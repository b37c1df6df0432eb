import type { Voice } from './home.ts';

/** Sample content: invented people. `designation` is optional (spec §3). */
interface Testimonial {
  content: string;
  name: string;
  designation?: string;
}

export const testimonials: Record<Voice, Testimonial> = {
  talent: {
    content:
      'On Monday there were 640 resumes. On Wednesday there were three people I wanted to meet. I read the reasons, and I agreed with them.',
    name: 'Ritika Bansal',
    designation: 'Head of talent, Harbour9',
  },
  candidate: {
    content:
      'I gave the interview at eleven at night, after my shift. It asked about things I had really done. That never happened to me before.',
    name: 'Imran Qureshi',
    designation: 'Candidate, hired as a support lead',
  },
  recruiters: {
    content:
      'Our recruiters stopped booking calls. They talk to people now, which is what we hired them for.',
    name: 'Suresh Nair',
    designation: 'HR director, Kavali Freight',
  },
  founder: {
    content:
      'The score is not what won me. It is the sentence next to it, and the minute of video behind that sentence.',
    name: 'Leena D’Souza',
    designation: 'Founder, Tessera',
  },
  seats: {
    content: 'We fill twice the seats with the same three people, and nobody works on weekends.',
    name: 'Arvind Kulkarni',
  },
};
