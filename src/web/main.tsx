import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { preloadLinks } from './preload-links.ts';
import { followLocation } from './shown-route.ts';

const root = document.querySelector('#root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

await followLocation();
if (root) {
  const { dataset } = document.documentElement;
  const isPrerendered = root.hasChildNodes() && dataset['route'] !== 'elsewhere';
  if (isPrerendered) hydrateRoot(root, app);
  else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  delete dataset['route'];
}
preloadLinks();
