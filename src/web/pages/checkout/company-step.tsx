import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { companyFault } from '#contract/company.ts';
import { DEPARTMENTS } from '#contract/departments.ts';
import { LOCATIONS } from '#contract/locations.ts';
import { logoFault, type SignUpFields } from '#contract/sign-up.ts';
import { companyFaults, logoFaults, signUpContent } from '#web/content/sign-up.ts';
import { Button } from '#web/ui/button.tsx';
import { HindranceLine } from '#web/ui/hindrance-line.tsx';
import { LogoField } from '#web/ui/logo-field.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useFaultFocus } from '#web/ui/use-fault-focus.ts';
import styles from '../form.module.css';
import { ClosedCompany } from './closed-company.tsx';
import type { SignUpRef } from './sign-up-ref.ts';
import { WizardCard } from './wizard-card.tsx';

const { company: words } = signUpContent;

/** Step 1 of 3. */
export const CompanyStep = ({ actor }: { actor: SignUpRef }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { fields, logo, logoAddress, refusedLogo } = snapshot.context;
  const isFaulty = snapshot.matches({ wizard: { company: { editing: 'faulty' } } });
  const fault = isFaulty ? companyFault(fields) : undefined;
  const logoError = refusedLogo && logoFault(refusedLogo);
  const isBusy = snapshot.hasTag('busy');
  const isClosed = snapshot.matches({ wizard: { company: 'closed' } });
  const form = useFaultFocus(isFaulty);
  const change = (changed: Partial<SignUpFields>) =>
    actor.send({ type: 'field.changed', fields: changed });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'company.submitted' });
  };

  return (
    <WizardCard step={1} heading={words.heading} lead={words.lead}>
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <HindranceLine />
        {isClosed ? (
          <ClosedCompany fields={fields} />
        ) : (
          <>
            <TextField
              label={words.name}
              name="company"
              autoComplete="organization"
              value={fields.name}
              onChange={(name) => change({ name })}
              error={fault === 'nameInvalid' ? companyFaults.nameInvalid : undefined}
            />
            <LogoField
              label={words.logo}
              hint={words.logoHint}
              file={logo}
              storedAt={logoAddress}
              onFile={(file, how) =>
                actor.send({ type: 'logo.chosen', logo: { file, isDropped: how === 'dropped' } })
              }
              error={logoError && logoFaults[logoError]}
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
              error={fault === 'websiteInvalid' ? companyFaults.websiteInvalid : undefined}
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
        <Button
          type="submit"
          isWide
          isBusy={isBusy}
          disabled={!isBusy && !snapshot.can({ type: 'company.submitted' })}
        >
          {words.next}
        </Button>
      </form>
    </WizardCard>
  );
};
