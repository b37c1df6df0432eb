import { writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { ROOT } from '../root.ts';

const pathFromTop = (id: string): string => relative(ROOT, id).split(sep).join('/');

const withoutQuery = (id: string): string => id.split('?')[0] ?? id;

/** The modules of each built script, stylesheet and asset, by file name, from the top folder. */
const assetModules = (bundle: Rolldown.OutputBundle): Record<string, string[]> => {
  const modules: Record<string, Set<string>> = {};
  const add = (file: string, ids: string[]) => {
    modules[file] ??= new Set();
    for (const id of ids)
      if (!id.startsWith('\0')) modules[file].add(pathFromTop(withoutQuery(id)));
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'asset')
      add(
        file.fileName,
        file.originalFileNames.map((name) => resolve(ROOT, name)),
      );
    else
      for (const name of [file.fileName, ...(file.viteMetadata?.importedCss ?? [])])
        add(name, file.moduleIds);
  }
  return Object.fromEntries(
    Object.entries(modules).map(([file, names]) => [
      file,
      [...names].filter((name) => !name.includes('node_modules/')).sort(),
    ]),
  );
};

/**
 * Writes `modules.json` next to the built site: the modules of the browser's script, as paths from the
 * top folder, without those that tree shaking removed; and `asset-modules.json`: the modules of each
 * file, with those.
 */
export const listModules = (): Plugin => ({
  name: 'list-modules',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? Object.entries(file.modules)
            .filter(([id, { renderedLength }]) => renderedLength > 0 && !id.startsWith('\0'))
            .map(([id]) => pathFromTop(id))
        : [],
    );
    const write = (name: string, content: unknown) =>
      writeFileSync(join(dirname(dir), name), JSON.stringify(content, null, 1));
    write('modules.json', modules.sort());
    write('asset-modules.json', assetModules(bundle));
  },
});

type Options = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;

const libraries = (...names: string[]): RegExp =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

const ours = (...paths: string[]): RegExp => new RegExp(`/(?:${paths.join('|')})`);

/**
 * The chunks of the site's script: few files per page, with little unused code in each. The imports of
 * a module join its group unless an earlier group has them; modules of no group are split by their
 * importers.
 */
export const chunkGroups: Options = {
  groups: [
    // Changes only with the lockfile, so it stays cached across deployments.
    { name: 'react', test: libraries('react', 'react-dom', 'scheduler'), priority: 5 },
    // The entry script, and small modules that most pages use.
    {
      name: 'shell',
      test: ours(
        'node_modules/clsx/',
        'src/web/boot/app\\.tsx',
        'src/web/routing/links\\.ts',
        'src/web/ui/(?:button|card|dialog|icon|visually-hidden)\\.tsx',
        'src/web/platform/group-digits\\.ts',
        'src/web/routing/attribution\\.ts',
        'src/web/layout/(?:page-shell|page-heading)\\.tsx',
      ),
      priority: 4,
    },
    { name: 'observer', test: libraries('react-intersection-observer'), priority: 3 },
    // Running charts and calling the server.
    { name: 'flows', test: libraries('xstate', '@xstate', 'ofetch'), priority: 3 },
    // Shared by the forms: fields, code entry, notices, charts and calls of several forms.
    {
      name: 'forms',
      test: ours(
        'machines/(?!demo-request|passkey|login-completion|browser-link|reauthentication|rules/(?:session|edges))',
        'src/contract/(?!attribution|demo-request|browser-name|passkey)',
        'src/web/(?:flows|api/calls)/(?!attributed|demo|passkey|browser-link|reauthentication|value-or-notice|login-otp|open-destination)',
        'src/web/forms/(?!reauthentication|passkey-|list-notice)',
        'src/web/ui/(?:notice-|fields/(?:checkbox|code-|field))',
        'src/web/(?:routing/navigation-state|platform/(?:storage|browser-issues|log))\\.ts',
        'src/web/content/(?:code|browser-issues|forms)\\.ts',
        'src/web/layout/form\\.module\\.css',
      ),
      minShareCount: 2,
      priority: 2,
    },
    // Shared by the login and the pages of a forgotten and a new password.
    {
      name: 'accounts',
      test: ours(
        'machines/rules/session',
        'src/web/flows/(?:login-otp|open-destination)',
        'src/web/content/(?:login-code|notices)\\.ts',
      ),
      minShareCount: 2,
      priority: 1,
    },
    // The charts and calls of passkeys, for the login and the account page.
    {
      name: 'passkeys',
      test: ours(
        '(?:machines|src/web/(?:api/calls|flows|platform))/(?:passkey(?!-ceremony|-list|-creation)|reauthentication|value-or-notice)',
        'src/contract/passkey',
        'src/web/content/passkey-notices',
      ),
      minShareCount: 2,
      priority: 1,
    },
    // What creates a passkey, for the account page and after a login.
    {
      name: 'passkey-creation',
      test: ours(
        'src/web/flows/passkey-creation',
        'src/contract/browser-name',
        'src/web/(?:forms|content)/reauthentication',
        'src/web/content/passkey\\.ts',
      ),
      minShareCount: 2,
      priority: 0,
    },
    // The only shared marketing module that the sign-up uses.
    { name: 'plans', test: ours('src/web/content/plans\\.ts'), priority: 2 },
    // A small module of the campaign page that other pages use.
    { name: 'campaign-parts', test: ours('src/web/content/campaign-claims'), priority: 2 },
    // Shared by the marketing pages, without what the home page has only as static HTML.
    {
      name: 'site',
      test: ours(
        'src/web/(?:ui/(?!entries)|layout/)',
        'src/web/marketing/(?!illustration|faq|logo-rows|pricing-table)',
        'src/web/routing/initial-focus',
        'src/web/routing/use-section-scroll\\.ts',
        'src/web/content/(?:claims|format)\\.ts',
      ),
      minShareCount: 2,
      priority: 1,
    },
    // The list of passkeys, for the account page and the page of a new password.
    {
      name: 'passkey-list',
      test: ours(
        '(?:machines|src/web/(?:api/calls|flows|content))/passkey-list',
        'src/web/forms/(?:list-notice|passkey-entries)',
        'src/web/ui/entries',
        'src/web/content/(?:account-notices|format-time)',
      ),
      minShareCount: 2,
      priority: 0,
    },
  ],
};
