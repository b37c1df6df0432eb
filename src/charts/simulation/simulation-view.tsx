import { type SubmitEvent, useState, useSyncExternalStore } from 'react';
import { MS_PER_S } from '#contract/durations.ts';
import { Header } from '../viewer/page-header.tsx';
import { Viewer } from '../viewer/viewer.tsx';
import type { createClient } from './client.ts';
import styles from './simulation-view.module.css';

interface Simulation {
  client: ReturnType<typeof createClient>;
  /** Name of the chart. */
  name: string;
  /** The listed inputs. */
  inputs: unknown[];
}

const STEPS_MS = [100, MS_PER_S];

const timeText = (ms: number): string =>
  ms < MS_PER_S
    ? `${ms} ms`
    : `${(ms / MS_PER_S).toLocaleString('en', { maximumFractionDigits: 3 })} s`;

/** Buttons that turn the clock. */
const Clock = ({ client }: Pick<Simulation, 'client'>) => {
  const { isRunning, elapsedMs, nextInMs } = useSyncExternalStore(client.subscribe, client.state);
  return (
    <fieldset className={`row ${styles['controls']}`} disabled={!isRunning}>
      <legend>Clock</legend>
      <output>{timeText(elapsedMs)}</output>
      {STEPS_MS.map((ms) => (
        <button key={ms} type="button" onClick={() => client.turn(ms)}>
          +{timeText(ms)}
        </button>
      ))}
      <button
        type="button"
        // Not disabled, because it would lose the focus between two delays.
        aria-disabled={nextInMs === undefined}
        onClick={() => nextInMs !== undefined && client.turn('next')}
      >
        {nextInMs === undefined ? 'No delay runs' : `To the next delay, ${timeText(nextInMs)}`}
      </button>
    </fieldset>
  );
};

const inputText = (input: unknown): string => JSON.stringify(input, undefined, 2) ?? '';

/** The button that starts the chart anew, with an input. */
const Reset = ({ client, inputs }: Simulation) => {
  const [text, setText] = useState(inputText(inputs[0]));
  const [error, setError] = useState('');
  const reset = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    try {
      const input: unknown = text.trim() === '' ? undefined : JSON.parse(text);
      setError('');
      client.start(input);
    } catch {
      setError('The input is not JSON.');
    }
  };
  return (
    <form className={`row ${styles['controls']}`} onSubmit={reset}>
      <button type="submit">Reset</button>
      <details className={styles['input']}>
        <summary>Input</summary>
        {inputs.length > 1 && (
          <select
            aria-label="Listed inputs"
            onChange={({ target }) => setText(inputText(inputs[Number(target.value)]))}
          >
            {inputs.map((input, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
              <option key={index} value={index}>
                {index + 1}: {JSON.stringify(input) ?? 'none'}
              </option>
            ))}
          </select>
        )}
        <textarea
          aria-label="Input as JSON"
          aria-invalid={error !== ''}
          rows={Math.min(8, text.split('\n').length + 1)}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </details>
      <span role="alert">{error}</span>
    </form>
  );
};

const Problem = ({ client }: Pick<Simulation, 'client'>) => (
  <p role="alert" className={styles['problem']}>
    {useSyncExternalStore(client.subscribe, client.state).problem}
  </p>
);

/** The live view of a chart that runs in this window's worker. */
export const SimulationView = (simulation: Simulation) => (
  <Viewer
    headerOf={(live) => (
      <Header title={simulation.name} live={live}>
        <Clock client={simulation.client} />
        <Reset {...simulation} />
        <nav className={`row ${styles['controls']}`} aria-label="The same chart">
          <a href="/chart.md">Chart page</a>
          <a href="/paths.txt">Paths</a>
          <a href="/chart.json">JSON</a>
        </nav>
        <Problem client={simulation.client} />
      </Header>
    )}
  />
);
