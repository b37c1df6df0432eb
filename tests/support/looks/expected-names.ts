import { flows } from './flows.ts';
import { pages } from './pages.ts';
import { pictureKinds, pictureName } from './picture-kinds.ts';
import { stateWalks } from './state-walks.ts';

/** The names of all pictures that the tests take. */
export const expectedNames = (): string[] =>
  [
    ...pages.map(({ name }) => `pages/${name}`),
    ...flows.flatMap((flow) =>
      stateWalks(flow).flatMap(({ states }) => [...states].map((state) => `${flow.name}/${state}`)),
    ),
  ].flatMap((subject) => pictureKinds.map((kind) => pictureName(subject, kind)));
