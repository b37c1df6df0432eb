import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app.tsx';

// Run by the build, on its own: writes the home page as it is before any script.
const { prelude } = await prerenderToNodeStream(<App />);
prelude.pipe(process.stdout);
