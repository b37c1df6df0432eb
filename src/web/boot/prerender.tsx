import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { routes } from '../routing/routes.tsx';
import { App } from './app.tsx';

/** A prerendered page, as the build reads it. */
export interface PrerenderedPage {
  /** The markup inside the root element. */
  html: string;
  title: string;
  description: string;
  isListed: boolean;
}

/** Elements of drawings without content, which may close themselves; React writes the closing tag. */
const EMPTY_SHAPE = /><\/(?:circle|ellipse|line|path|polyline|rect)>/g;

// The build runs this module as a process. It prerenders every route and prints one JSON object: the
// pages by path.
const pages: Record<string, PrerenderedPage> = {};
for (const [path, { chunk, title, description, isListed = true }] of Object.entries(routes)) {
  await chunk.load();
  if (chunk.error) throw chunk.error;
  const { prelude } = await prerenderToNodeStream(<App ssrPath={path} onMounted={() => {}} />);
  const html = (await text(prelude)).replace(EMPTY_SHAPE, '/>');
  pages[path] = { html, title, description, isListed };
}
process.stdout.write(JSON.stringify(pages));
