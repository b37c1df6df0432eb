import '#web/styles/base.css';
import '../viewer/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hrefOf } from '../viewer/live/address.ts';

// Before the modules that read it: this window and its worker share a channel of their own.
window.name = `/simulation-${Math.random().toString(36).slice(2)}`;

const startWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: window.name });

/** The live view with a simulation of the chart, or a sentence where its module throws. */
const openView = async () => {
  try {
    const { chart, inputs } = await import('virtual:simulated-chart');
    const { createClient } = await import('./client.ts');
    const { SimulationView } = await import('./simulation-view.tsx');
    if (location.hash === '') location.replace(hrefOf(chart.name));
    const client = createClient(startWorker);
    client.start(inputs[0]);
    return <SimulationView client={client} name={chart.name} inputs={inputs} />;
  } catch (error) {
    return <p role="alert">The chart can’t be loaded in a browser: {String(error)}</p>;
  }
};

const root = document.querySelector('#root');
if (root) createRoot(root).render(<StrictMode>{await openView()}</StrictMode>);
