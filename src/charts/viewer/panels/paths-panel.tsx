import { Suspense, use } from 'react';
import { hrefOf } from '../live/address.ts';
import { loadPaths, type Place, pathsThrough, picturesOf } from '../live/approved-paths.ts';
import { useView } from '../live/view.ts';
import { Panel } from './panel.tsx';
import styles from './paths-panel.module.css';

interface PathsPanelProps {
  place: Place;
}

const Pictures = ({ chart, text, state }: { chart: string; text: string; state: string }) =>
  picturesOf(chart, text, state).map(({ name, srcOf }) => (
    <a key={name} href={srcOf(1440, 'light')} target="_blank" rel="noopener">
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={srcOf(390, 'dark')} />
        <img className={styles['picture']} src={srcOf(390, 'light')} alt="" loading="lazy" />
      </picture>
      Approved picture of {name}
    </a>
  ));

const Paths = ({ place }: PathsPanelProps) => {
  const { name } = useView().chart;
  const text = use(loadPaths(name));
  const paths = pathsThrough(text, place);
  return (
    <>
      {place.state !== undefined && <Pictures chart={name} text={text} state={place.state} />}
      {paths.length === 0 && <p>No generated path of {name} passes here.</p>}
      {paths.map(({ title, lines }, index) => (
        <details key={title} open={index === 0}>
          <summary>{title}</summary>
          <pre className="mono">
            {lines.map(({ text: line, isHere }, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a path never change.
              isHere ? <mark key={at}>{`${line}\n`}</mark> : `${line}\n`,
            )}
          </pre>
        </details>
      ))}
    </>
  );
};

/** Focuses the panel; when it closes with the focus on it, the diagram. */
const focusPanel = (element: HTMLDivElement | null) => {
  element?.querySelector('section')?.focus();
  return () => {
    if (element?.contains(document.activeElement))
      document.querySelector<HTMLElement>('main [tabindex="0"]')?.focus();
  };
};

/** The generated paths through a state or an edge, and the approved pictures of a state. */
export const PathsPanel = ({ place }: PathsPanelProps) => {
  const { chart } = useView();
  const name = place.state ?? place.edge;
  return (
    <div key={name} ref={focusPanel} className={styles['paths']}>
      <Panel title={name} tools={<a href={hrefOf(chart.name)}>Close</a>}>
        <Suspense fallback="Loading the paths …">
          <Paths place={place} />
        </Suspense>
      </Panel>
    </div>
  );
};
