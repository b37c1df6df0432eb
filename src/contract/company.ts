import { isName } from './person.ts';
import { isFilled } from './text.ts';
import { isWebsite } from './website.ts';

/** The plan of a new company, as calls and the database name it. */
export const FREE_TRIAL = 'free-trial';
/** Characters in the text about a company. */
export const ABOUT_LENGTH_MAX = 5000;

/** Fields of step 1 of the wizard, without the logo. */
export interface CompanyFields {
  name: string;
  website: string;
  departments: string[];
  locations: string[];
}

export const EMPTY_COMPANY: CompanyFields = {
  name: '',
  website: '',
  departments: [],
  locations: [],
};

/** The fields of step 1 among those of all steps. */
export const companyFieldsOf = ({
  name,
  website,
  departments,
  locations,
}: CompanyFields): CompanyFields => ({ name, website, departments, locations });

/** Whether every field of step 1 is filled in, without the logo. */
export const isCompanyFilled = ({
  name,
  website,
  departments,
  locations,
}: CompanyFields): boolean =>
  isFilled(name) && isFilled(website) && departments.length > 0 && locations.length > 0;

/** A field of a filled company that the server would reject. */
export type CompanyError = 'nameInvalid' | 'websiteInvalid';

/** The first invalid field of a filled company, in the order of the form; undefined if all are valid. */
export const validateCompany = ({ name, website }: CompanyFields): CompanyError | undefined => {
  if (!isName(name)) return 'nameInvalid';
  if (!isWebsite(website)) return 'websiteInvalid';
  return undefined;
};

/** Joins the chosen locations into the API's string. */
export const joinLocations = (locations: readonly string[]): string => locations.join(', ');
