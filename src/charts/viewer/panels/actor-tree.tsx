import { hrefOf } from '../live/address.ts';
import type { LiveActor } from '../live/live-state.ts';
import { chartOf, tabName, useView } from '../live/view.ts';
import styles from './actor-tree.module.css';
import { Panel } from './panel.tsx';

const statusOf = ({ isRunning, snapshot }: LiveActor): string => {
  if (isRunning) return '';
  return snapshot.status === 'active' ? 'tab closed' : snapshot.status;
};

const Actor = ({ actor }: { actor: LiveActor }) => {
  const { actor: selected } = useView();
  const chart = chartOf(actor.chart);
  const name = actor.chart ?? actor.name;
  const status = statusOf(actor);
  return (
    <span className={styles['actor']} data-stopped={actor.isRunning ? undefined : ''}>
      {chart ? (
        <a
          href={hrefOf(chart.name, { actor: actor.key })}
          aria-current={actor.key === selected?.key ? 'true' : undefined}
        >
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
      <span className="quiet mono">{actor.session}</span>
      {status !== '' && <span className="quiet">{status}</span>}
    </span>
  );
};

interface BranchProps {
  /** Actors of one tab: either all running ones or all stopped ones. */
  actors: LiveActor[];
  parent?: LiveActor;
}

const Branch = ({ actors, parent }: BranchProps) => {
  const known = new Set(actors.map(({ session }) => session));
  const children = actors.filter((actor) =>
    parent
      ? actor.parent === parent.session
      : actor.parent === undefined || !known.has(actor.parent),
  );
  if (children.length === 0) return null;
  return (
    <ul className={styles['branch']}>
      {children.map((actor) => (
        <li key={actor.key}>
          <Actor actor={actor} />
          <Branch actors={actors} parent={actor} />
        </li>
      ))}
    </ul>
  );
};

/** The actors of every tab as trees: the running ones, then the stopped ones in a disclosure. */
export const ActorTree = () => {
  const { pages, actors } = useView().shown;
  const stopped = actors.filter(({ isRunning }) => !isRunning);
  const stoppedPages = [...new Set(stopped.map(({ page }) => page))];
  return (
    <div className={styles['actors']}>
      <Panel title="Actors">
        {pages.length === 0 && <p>Nothing runs now.</p>}
        {pages.map(({ id, route }) => {
          const running = actors.filter(({ page, isRunning }) => page === id && isRunning);
          return (
            <div key={id}>
              <h3>Tab {pages.length > 1 ? tabName(pages, id) : route}</h3>
              {running.length === 0 && <p>No chart runs in this tab.</p>}
              <Branch actors={running} />
            </div>
          );
        })}
        {stopped.length > 0 && (
          <details>
            <summary>{stopped.length} stopped</summary>
            {stoppedPages.map((id) => (
              <div key={id}>
                {stoppedPages.length + pages.length > 2 || !pages.some((page) => page.id === id) ? (
                  <h3>Tab {tabName(pages, id)}</h3>
                ) : null}
                <Branch actors={stopped.filter(({ page }) => page === id)} />
              </div>
            ))}
          </details>
        )}
      </Panel>
    </div>
  );
};
