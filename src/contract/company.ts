import { NAME_LENGTH_MAX } from './limits.ts';
import { isFilled, isSingleLine } from './text.ts';
import { isWebsite } from './website.ts';

/** What step 1 of the wizard asks for besides the logo. */
export interface CompanyFields {
  name: string;
  website: string;
  departments: string[];
  locations: string[];
}

/** Whether everything that step 1 asks for, the logo aside, is there (spec §5). */
export const isCompanyFilled = ({
  name,
  website,
  departments,
  locations,
}: CompanyFields): boolean =>
  isFilled(name) && isFilled(website) && departments.length > 0 && locations.length > 0;

/** Whether a company's or a person's name can be stored: filled, on one line, not endless. */
export const isName = (name: string): boolean =>
  isFilled(name) && name.length <= NAME_LENGTH_MAX && isSingleLine(name);

/** Whether the server would take these fields. */
export const isCompanyValid = (company: CompanyFields): boolean =>
  isCompanyFilled(company) && isName(company.name) && isWebsite(company.website);

/** The cities as the wire carries them (decisions, Sign-up). */
export const joinLocations = (locations: readonly string[]): string => locations.join(', ');
