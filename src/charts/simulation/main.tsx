import '#web/styles/base.css';
import '../viewer/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hrefOf } from '../viewer/live/address.ts';
import { swapDate } from './clock.ts';

const startMs = Date.now();
// Before the modules that read it: this window and its worker share a channel of their own, and a time.
window.name = `/simulation-${startMs}-${Math.random().toString(36).slice(2)}`;

const startWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: window.name });

/** The live view with a simulation of the chart, or a sentence where its module throws. */
const openView = async () => {
  try {
    // Listed events may have times, which the chart compares with the clock of the worker.
    const restoreDate = swapDate(() => startMs);
    const { chart, inputs } = await import('virtual:simulated-chart').finally(restoreDate);
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
