import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.querySelector('#root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

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
