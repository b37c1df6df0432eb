import { type CompanyFields, joinLocations } from '#contract/company.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const { company: words } = signUpContent;

/** The company of an accepted account, to be read only. */
export const ClosedCompany = ({ fields }: { fields: CompanyFields }) => (
  <>
    <NoticeLine tone="quiet">{signUpContent.closed}</NoticeLine>
    <TextField label={words.name} readOnly value={fields.name} />
    <TextField label={words.website} readOnly value={fields.website} />
    <TextField label={words.departments} readOnly value={fields.departments.join(', ')} />
    <TextField label={words.locations} readOnly value={joinLocations(fields.locations)} />
  </>
);
