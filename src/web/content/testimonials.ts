import type { TestimonialId } from './home.ts';

/** What is sample content here, and what a launch puts there; whoever replaces it removes its line. @public */
export const samples = {
  testimonials: 'what customers and candidates said, with their consent',
};

/** Sample content: invented people. */
interface Testimonial {
  content: string;
  name: string;
  designation?: string;
}

export const testimonials: Record<TestimonialId, Testimonial> = {
  talent: {
    content:
      'On Monday there were 640 resumes. On Wednesday there were three people I wanted to meet. I read the reasons, and I agreed with them.',
    name: 'Ritika Bansal',
    designation: 'Head of talent, Harbour9',
  },
  candidate: {
    content:
      'I did the interview at eleven at night, after my shift. It asked about things I had actually done. No interview had before.',
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
      'The score did not win me over. The sentence next to it did, and the minute of video behind that sentence.',
    name: 'Leena D’Souza',
    designation: 'Founder, Tessera',
  },
  seats: {
    content: 'We fill twice as many roles with the same team of three, and nobody works weekends.',
    name: 'Arvind Kulkarni',
  },
};
