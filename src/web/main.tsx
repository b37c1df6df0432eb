import './styles/base.css';
import { StrictMode } from 'react';
import { App } from './app.tsx';
import { preloadLinks } from './preload-links.ts';
import { followLocation } from './shown-route.ts';
import { takeOver } from './take-over.ts';

const root = document.querySelector('#root');

await followLocation();
if (root)
  takeOver(root, (onShown) => (
    <StrictMode>
      <App onShown={onShown} />
    </StrictMode>
  ));
preloadLinks();
