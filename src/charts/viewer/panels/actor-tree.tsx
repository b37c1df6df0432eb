import { tabName } from '../live/address.ts';
import type { LiveActor, LiveState } from '../live/live-state.ts';
import styles from './actor-tree.module.css';
import { Panel } from './panel.tsx';

interface ActorTreeProps {
  live: LiveState;
  selectedKey: string | undefined;
  /** URL of an actor's chart; undefined for an actor without a chart. */
  hrefOf: (actor: LiveActor) => string | undefined;
}

interface BranchProps extends Omit<ActorTreeProps, 'live'> {
  /** Actors of one tab: either all running ones or all stopped ones. */
  actors: LiveActor[];
  parent: LiveActor | undefined;
}

const statusOf = ({ isRunning, snapshot }: LiveActor): string => {
  if (isRunning) return '';
  return snapshot.status === 'active' ? 'tab closed' : snapshot.status;
};

const Branch = ({ actors, parent, ...props }: BranchProps) => {
  const known = new Set(actors.map(({ session }) => session));
  const children = actors.filter((actor) =>
    parent
      ? actor.parent === parent.session
      : actor.parent === undefined || !known.has(actor.parent),
  );
  if (children.length === 0) return null;
  return (
    <ul className={styles['branch']}>
      {children.map((actor) => {
        const href = props.hrefOf(actor);
        const name = actor.chart ?? actor.name;
        const status = statusOf(actor);
        return (
          <li key={actor.key}>
            <span className={styles['actor']} data-stopped={actor.isRunning ? undefined : ''}>
              {href === undefined ? (
                <span>{name}</span>
              ) : (
                <a href={href} aria-current={actor.key === props.selectedKey ? 'true' : undefined}>
                  {name}
                </a>
              )}
              <span className="quiet mono">{actor.session}</span>
              {status !== '' && <span className="quiet">{status}</span>}
            </span>
            <Branch {...props} actors={actors} parent={actor} />
          </li>
        );
      })}
    </ul>
  );
};

/** The actors of every tab as trees: the running ones, then the stopped ones in a disclosure. */
export const ActorTree = ({ live: { pages, actors }, ...props }: ActorTreeProps) => {
  const stopped = actors.filter(({ isRunning }) => !isRunning);
  const stoppedPages = [...new Set(stopped.map(({ page }) => page))];
  const nameOf = (page: string) => tabName(pages, page);
  return (
    <div className={styles['actors']}>
      <Panel title="Actors">
        {pages.length === 0 && <p>Nothing runs now.</p>}
        {pages.map(({ id, route }) => {
          const running = actors.filter(({ page, isRunning }) => page === id && isRunning);
          return (
            <div key={id}>
              <h3>Tab {pages.length > 1 ? nameOf(id) : route}</h3>
              {running.length === 0 && <p>No chart runs in this tab.</p>}
              <Branch {...props} actors={running} parent={undefined} />
            </div>
          );
        })}
        {stopped.length > 0 && (
          <details>
            <summary>{stopped.length} stopped</summary>
            {stoppedPages.map((id) => (
              <div key={id}>
                {stoppedPages.length + pages.length > 2 || !pages.some((page) => page.id === id) ? (
                  <h3>Tab {nameOf(id)}</h3>
                ) : null}
                <Branch
                  {...props}
                  actors={stopped.filter(({ page }) => page === id)}
                  parent={undefined}
                />
              </div>
            ))}
          </details>
        )}
      </Panel>
    </div>
  );
};
