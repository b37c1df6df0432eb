import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app.tsx';
import { pageAt } from './routes.tsx';

// Run by the build, on its own: writes the home page as it is before any script.
await pageAt('/').chunk.load();
const { prelude } = await prerenderToNodeStream(<App />);
prelude.pipe(process.stdout);
