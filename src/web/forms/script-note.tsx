import { Link } from 'wouter';
import { consentContent, scriptNoteContent as words } from '#web/content/forms.ts';
import styles from '#web/layout/form.module.css';

interface ScriptNoteProps {
  /** What the form is for. */
  task: keyof typeof words.tasks;
}

/**
 * Says that a form needs JavaScript and how to reach a person, where there is none. In the browser React
 * renders nothing into a `noscript`, so the script does without the copy. It is styled by a module of the
 * form: the browser's build has no styles of its own for what only the prerendered HTML contains.
 */
export const ScriptNote = ({ task }: ScriptNoteProps) => (
  <noscript>
    {import.meta.env.SSR && (
      <div className={styles['note']}>
        <p>
          <strong>{`${words.tasks[task]} ${words.needsScript}`}</strong>
        </p>
        <p>{words.remedy}</p>
        <p>
          {[words.email, words.phone].map(({ text, href }) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </p>
      </div>
    )}
  </noscript>
);

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
