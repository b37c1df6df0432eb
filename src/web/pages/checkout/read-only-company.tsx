import { type CompanyFields, joinLocations } from '#contract/company.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';

const { company: words } = signUpContent;

/** The company of an accepted account as read-only fields. */
export const ReadOnlyCompany = ({ fields }: { fields: CompanyFields }) => (
  <>
    <NoticeLine tone="quiet">{signUpContent.readOnly}</NoticeLine>
    <TextField label={words.name} readOnly value={fields.name} />
    <TextField label={words.website} readOnly value={fields.website} />
    <TextField label={words.departments} readOnly value={fields.departments.join(', ')} />
    <TextField label={words.locations} readOnly value={joinLocations(fields.locations)} />
  </>
);
