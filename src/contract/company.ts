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

/** Whether everything that step 1 asks for, the logo aside, is there. */
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

/** The first thing that the server would refuse in a filled company, in the order of its fields. */
export type CompanyFault = 'nameInvalid' | 'websiteInvalid';

/** Finds the first fault of a company, or nothing. */
export const companyFault = ({ name, website }: CompanyFields): CompanyFault | undefined => {
  if (!isName(name)) return 'nameInvalid';
  if (!isWebsite(website)) return 'websiteInvalid';
  return undefined;
};

/** The cities as the wire carries them. */
export const joinLocations = (locations: readonly string[]): string => locations.join(', ');
