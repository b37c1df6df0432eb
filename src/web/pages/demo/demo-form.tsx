import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { NAME_LENGTH_MAX } from '#contract/account.ts';
import {
  DEMO_MESSAGE_LENGTH_MAX,
  type DemoFields,
  DIAL_CODES,
  NATIONAL_PHONE_LENGTH_MAX,
  PHONE_LENGTH_MAX,
  validateDemo,
} from '#contract/demo-request.ts';
import { demoFormContent as words } from '#contract/demo-request-content.ts';
import { EMAIL_LENGTH_MAX, isEmail } from '#contract/email.ts';
import type { demoRequestMachine } from '#machines/demo-request.ts';
import * as busy from '#web/content/busy.ts';
import { siteContent } from '#web/content/site.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import { EmailField, FreeMailHelp } from '#web/forms/email-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, TextArea, TextField, useErrorFocus } from '#web/ui/fields/field.tsx';
import { chevron, Icon } from '#web/ui/icon.tsx';
import styles from './demo-form.module.css';

interface PhoneFieldProps {
  dialCode: string;
  phone: string;
  onDialCode: (dialCode: string) => void;
  onPhone: (phone: string) => void;
}

/** A phone number with its dial code. The server receives both as one text. */
const PhoneField = ({ dialCode, phone, onDialCode, onPhone }: PhoneFieldProps) => (
  <div className={styles['phone']}>
    <Field label={words.dialCode}>
      {(control) => (
        <span className={styles['dial-code']}>
          <select
            {...control}
            className={styles['select']}
            name="dialCode"
            autoComplete="tel-country-code"
            value={dialCode}
            onChange={(event) => onDialCode(event.target.value)}
          >
            {DIAL_CODES.map(({ code, country }) => (
              <option key={code} value={code}>
                {code} {country}
              </option>
            ))}
          </select>
          <span className={styles['chevron']}>
            <Icon path={chevron} size="small" />
          </span>
        </span>
      )}
    </Field>
    <TextField
      label={words.phone}
      type="tel"
      name="phone"
      autoComplete="tel-national"
      required
      maxLength={NATIONAL_PHONE_LENGTH_MAX}
      value={phone}
      onChange={onPhone}
    />
  </div>
);

type Errors = Partial<Record<keyof DemoFields, string>>;

/** Error texts by field. An invalid email address is shown while typing, the rest after a submit. */
const errorsOf = (snapshot: SnapshotFrom<typeof demoRequestMachine>): Errors => {
  const { form, fields } = snapshot.context;
  const { emailMissing, emailInvalid } = words.errors;
  const { name, email, organization, phone } = validateDemo(form, fields);
  const flagged = email === 'invalid' ? { email: emailInvalid } : {};
  if (!snapshot.hasTag('error')) return flagged;
  return {
    ...flagged,
    ...(name && { name: words.errors.name }),
    ...(email === 'missing' && { email: emailMissing }),
    ...(organization && { organization: words.errors.organization }),
    ...(phone && { phone: words.errors.phone }),
  };
};

interface DemoFormProps {
  actor: ActorRefFrom<typeof demoRequestMachine>;
}

/** The form of the demo page and of the campaign's dialog, which has fewer fields. */
export const DemoForm = ({ actor }: DemoFormProps) => {
  const snapshot = useSelector(actor, (state) => state);
  const { form: kind, fields } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const errors = errorsOf(snapshot);
  const form = useErrorFocus(snapshot.matches({ idle: 'invalid' }));

  const change = (field: keyof DemoFields) => (value: string) =>
    actor.send({ type: 'field.changed', field, value });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'request.submitted' });
  };

  return (
    <form
      ref={form}
      className={styles['form']}
      action="/demo"
      method="post"
      onSubmit={submit}
      noValidate
    >
      <BrowserIssues needsCookies={false} offersContact />
      <TextField
        label={words.name}
        name="name"
        autoComplete="name"
        required
        maxLength={NAME_LENGTH_MAX}
        value={fields.name}
        onChange={change('name')}
        error={errors.name}
      />
      <EmailField
        label={words.email}
        autoComplete="email"
        required
        maxLength={EMAIL_LENGTH_MAX}
        value={fields.email}
        onChange={change('email')}
        error={errors.email}
        // What is no company address is a free one, if it is an address.
        below={
          errors.email &&
          isEmail(fields.email) && (
            <>
              <FreeMailHelp />
              <p>{siteContent.help.invited}</p>
            </>
          )
        }
      />
      <TextField
        label={words.organization}
        name="organization"
        autoComplete="organization"
        required
        maxLength={NAME_LENGTH_MAX}
        value={fields.organization}
        onChange={change('organization')}
        error={errors.organization}
      />
      {kind === 'page' ? (
        <>
          <PhoneField
            dialCode={fields.dialCode}
            phone={fields.phone}
            onDialCode={change('dialCode')}
            onPhone={change('phone')}
          />
          <TextArea
            label={words.message}
            name="message"
            hint={words.messageHint}
            maxLength={DEMO_MESSAGE_LENGTH_MAX}
            value={fields.message}
            onChange={change('message')}
          />
        </>
      ) : (
        <TextField
          label={words.phone}
          type="tel"
          name="phone"
          inputMode="numeric"
          autoComplete="tel-national"
          required
          maxLength={PHONE_LENGTH_MAX}
          hint={words.campaignPhoneHint}
          value={fields.phone}
          onChange={change('phone')}
          error={errors.phone}
        />
      )}
      <label className={styles['unseen']} aria-hidden="true">
        {words.website}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          value={fields.website}
          onChange={(event) => change('website')(event.target.value)}
        />
      </label>
      {/* In place of the other button, which waits for the script. */}
      <noscript>
        {import.meta.env.SSR && (
          <Button type="submit" isWide>
            {words.submit}
          </Button>
        )}
      </noscript>
      <Button
        type="submit"
        isWide
        isBusy={isBusy}
        busyLabel={busy.sending}
        disabled={!isBusy && !snapshot.can({ type: 'request.submitted' })}
      >
        {words.submit}
      </Button>
      <p className={styles['privacy']}>
        {words.privacy[0]}
        <Link to="/privacy">{words.privacy[1]}</Link>
        {words.privacy[2]}
      </p>
    </form>
  );
};
