import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from '../app.tsx';
import { pageAt } from '../routing/routes.tsx';

// The build runs this module as a process. It prerenders the paths in its arguments and prints one
// JSON object: HTML by path.
const pages: Record<string, string> = {};
for (const path of process.argv.slice(2)) {
  const { chunk } = pageAt(path);
  await chunk.load();
  if (chunk.error) throw chunk.error;
  const { prelude } = await prerenderToNodeStream(<App ssrPath={path} onMounted={() => {}} />);
  pages[path] = await text(prelude);
}
process.stdout.write(JSON.stringify(pages));
