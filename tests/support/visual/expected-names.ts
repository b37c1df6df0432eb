import { sampleMails } from '../server/mail/sample-mails.ts';
import { flows } from './flows.ts';
import { pages } from './pages.ts';
import { kindsOfWidth, pictureKinds, pictureName } from './picture-kinds.ts';
import { stateWalks } from './state-walks.ts';

/** The names of all pictures that the tests take. */
export const expectedNames = (): string[] => [
  ...pages.flatMap(({ name, width }) =>
    kindsOfWidth(width).map((kind) => pictureName(`pages/${name}`, kind)),
  ),
  ...Object.keys(sampleMails).flatMap((name) =>
    pictureKinds.map((kind) => pictureName(`mails/${name}`, kind)),
  ),
  ...flows.flatMap((flow) =>
    stateWalks(flow).flatMap(({ states }) =>
      [...states].flatMap((state) =>
        pictureKinds.map((kind) => pictureName(`${flow.name}/${state}`, kind)),
      ),
    ),
  ),
];
