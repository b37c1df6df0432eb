import './styles/base.css';
import { StrictMode } from 'react';
import { App } from './boot/app.tsx';
import { initialPath, mountApp } from './boot/mount-app.ts';
import { noteArrival } from './routing/arrival-note.ts';
import { captureArrivals } from './routing/attribution.ts';
import { correctAddresses, startRouting } from './routing/current-route.ts';
import { followLink, preloadLinks } from './routing/links.ts';

// In development, no script is inlined in the document.
if (import.meta.env.DEV) noteArrival();
if (import.meta.env.DEV && location.pathname !== '/') await import('./boot/address-script.ts');
if (import.meta.env.DEV && import.meta.env.VITE_TAG_URL) await import('./boot/consent-script.ts');
correctAddresses();
captureArrivals();
const path = initialPath();
const isLoaded = await startRouting(path);
// The mount has a task of its own: input waits for one of them at most.
await new Promise((resolve) => setTimeout(resolve));
mountApp(
  (onMounted) => (
    <StrictMode>
      <App onMounted={onMounted} ssrPath={path} />
    </StrictMode>
  ),
  isLoaded,
);
addEventListener('click', followLink);
preloadLinks();
