import type { Rolldown } from 'vite';

type Options = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;

const libraries = (...names: string[]): RegExp =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

const ours = (...paths: string[]): RegExp => new RegExp(`/(?:${paths.join('|')})`);

/**
 * How the site's script is cut, so that a page comes in a handful of files and none carries much
 * that it doesn't use. What a file imports goes with it, unless an earlier group took it; what no
 * group names is cut by who shares it.
 */
export const chunkGroups: Options = {
  groups: [
    // Changes with the lockfile only, and stays in the cache over a new deployment.
    { name: 'react', test: libraries('react', 'react-dom', 'scheduler'), priority: 5 },
    // What the document's own script runs, and the small things that most pages wear.
    {
      name: 'shell',
      test: ours(
        'src/web/app\\.tsx',
        'src/web/preload-links\\.ts',
        'src/web/ui/(?:button|card|dialog|icon|step-heading|visually-hidden)\\.tsx',
        'src/web/ui/group-digits\\.ts',
        'src/web/pages/(?:form|site)-page.tsx',
      ),
      priority: 4,
    },
    // What runs a chart and calls the server.
    { name: 'flows', test: libraries('xstate', '@xstate', 'ofetch'), priority: 3 },
    // What the forms share: fields, code boxes, notices, the charts and calls of more than one.
    {
      name: 'forms',
      test: ours(
        'machines/(?!demo-request)',
        'src/contract/(?!campaign|demo-request|dial-codes)',
        'src/web/(?:actors|calls)/(?!demo)',
        'src/web/ui/(?:app-offer|checkbox|code-|field|hindrance|notice-|password-field|text-|use-)',
        'src/web/(?:arrival|code-draft|tab-draft|hindrances)\\.ts',
        'src/web/content/(?:code|hindrances|login|notices)\\.ts',
        'src/web/pages/form\\.module\\.css',
      ),
      minShareCount: 2,
      priority: 2,
    },
    // Of what the marketing pages share, the sign-up wants this alone.
    { name: 'plans', test: ours('src/web/content/plans\\.ts'), priority: 2 },
    // Small things of the campaign page that others wear, too.
    {
      name: 'campaign-parts',
      test: ours('src/web/campaign-parameters\\.ts'),
      priority: 2,
    },
    // What the marketing pages share, but for what the home page has in its markup alone.
    {
      name: 'site',
      test: ours(
        'src/web/ui/(?!drawn|faq|logo-rows|pricing-table)',
        'src/web/use-section-jump\\.ts',
        'src/web/content/in-sentence',
      ),
      minShareCount: 2,
      priority: 1,
    },
  ],
};
