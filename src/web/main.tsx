import './styles/base.css';
import { StrictMode } from 'react';
import { App } from './app.tsx';
import { mountApp } from './boot/mount-app.ts';
import { ROOT_ID } from './platform/dom-contract.ts';
import { startRouting } from './routing/current-route.ts';
import { preloadLinks } from './routing/preload-links.ts';

const root = document.getElementById(ROOT_ID);

await startRouting();
// The mount has a task of its own: input waits for one of them at most.
await new Promise((resolve) => setTimeout(resolve));
if (root)
  mountApp(root, (onMounted, ssrPath) => (
    <StrictMode>
      <App onMounted={onMounted} ssrPath={ssrPath} />
    </StrictMode>
  ));
preloadLinks();
