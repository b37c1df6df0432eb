import { Link } from 'wouter';
import { consentContent } from '#web/content/forms.ts';

/** The label of the checkbox that a sign-up and a login require. */
export const ConsentWords = () => (
  <>
    {consentContent.parts.map(({ text, link, to }) => [
      text,
      <Link key={to} to={to}>
        {link}
      </Link>,
    ])}
    {consentContent.end}
  </>
);
