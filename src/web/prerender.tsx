import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app.tsx';
import { pageAt } from './routes.tsx';
import { prerenderAt } from './shown-route.ts';

// Run by the build, on its own: writes the first views of the pages that it is asked for, as they are
// before any script, as one JSON object by path.
const views: Record<string, string> = {};
for (const path of process.argv.slice(2)) {
  const { chunk } = pageAt(path);
  await chunk.load();
  if (chunk.fault) throw chunk.fault;
  prerenderAt(path);
  const { prelude } = await prerenderToNodeStream(<App onShown={() => {}} />);
  views[path] = await text(prelude);
}
process.stdout.write(JSON.stringify(views));
