import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { DEPARTMENTS } from '#contract/company.ts';
import type { companyStepMachine } from '#machines/company-step.ts';
import {
  type CompanyPart,
  missingCompanyParts,
  type SignUpFields,
  validateCompany,
  validateLogo,
} from '#machines/rules/sign-up.ts';
import { LOCATIONS } from '#web/content/locations.ts';
import { companyErrors, logoErrors, signUpContent } from '#web/content/sign-up.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import styles from '#web/layout/form.module.css';
import { TextField, useErrorFocus } from '#web/ui/fields/field.tsx';
import { LogoField } from '#web/ui/fields/logo-field.tsx';
import { MultiSelect } from '#web/ui/fields/multi-select.tsx';
import { ReadOnlyCompany } from './states.tsx';
import { NextButton, WizardCard } from './wizard-card.tsx';

const { company: words } = signUpContent;

/** The first control of each part, by its selector. */
const controls: Record<CompanyPart, string> = {
  name: '[name="company"]',
  logo: '[type="file"]',
  website: '[name="website"]',
  departments: 'fieldset input',
  locations: 'fieldset ~ fieldset input',
};

/** Step 1 of 3: the company. */
export const CompanyStep = ({ actor }: { actor: ActorRefFrom<typeof companyStepMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { fields, logo, logoAddress, rejectedLogo } = snapshot.context;
  const isInvalid = snapshot.matches({ open: { editing: 'invalid' } });
  const error = isInvalid ? validateCompany(fields) : undefined;
  const logoError = rejectedLogo && validateLogo(rejectedLogo);
  const isBusy = snapshot.hasTag('busy');
  const isReadOnly = snapshot.matches('readOnly');
  const form = useErrorFocus(isInvalid);
  const isReady = isBusy || snapshot.can({ type: 'company.submitted' });
  const missing = isReady ? [] : missingCompanyParts(snapshot.context);
  const change = (changed: Partial<SignUpFields>) =>
    actor.send({ type: 'field.changed', fields: changed });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = missing;
    if (first) form.current?.querySelector<HTMLElement>(controls[first])?.focus();
    actor.send({ type: 'company.submitted' });
  };

  return (
    <WizardCard step="company" heading={words.heading} lead={words.lead}>
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <BrowserIssues />
        {isReadOnly ? (
          <ReadOnlyCompany fields={fields} />
        ) : (
          <>
            <TextField
              label={words.name}
              name="company"
              autoComplete="organization"
              value={fields.name}
              onChange={(name) => change({ name })}
              error={error === 'nameInvalid' ? companyErrors.nameInvalid : undefined}
            />
            <LogoField
              label={words.logo}
              hint={words.logoHint}
              file={logo}
              storedUrl={logoAddress}
              isDisabled={isBusy}
              onFile={(file, how) =>
                actor.send({ type: 'logo.chosen', logo: { file, isDropped: how === 'dropped' } })
              }
              error={logoError && logoErrors[logoError]}
            />
            <TextField
              label={words.website}
              hint={words.websiteHint}
              type="url"
              inputMode="url"
              name="website"
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              value={fields.website}
              onChange={(website) => change({ website })}
              error={error === 'websiteInvalid' ? companyErrors.websiteInvalid : undefined}
            />
            <MultiSelect
              label={words.departments}
              options={DEPARTMENTS}
              selected={fields.departments}
              onChange={(departments) => change({ departments })}
            />
            <MultiSelect
              label={words.locations}
              options={LOCATIONS}
              selected={fields.locations}
              onChange={(locations) => change({ locations })}
            />
          </>
        )}
        <NextButton isBusy={isBusy} missing={missing.map((part) => words[part])}>
          {words.next}
        </NextButton>
      </form>
    </WizardCard>
  );
};
