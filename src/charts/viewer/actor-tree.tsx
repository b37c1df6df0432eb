import type { LiveActor, LiveState } from '../live/live-state.ts';
import { tabName } from '../live/tab-name.ts';
import styles from './actor-tree.module.css';
import { Panel } from './panel.tsx';

interface ActorTreeProps {
  live: LiveState;
  watched: string | undefined;
  /** Where an actor's chart is shown; undefined for what has none. */
  hrefOf: (actor: LiveActor) => string | undefined;
}

interface BranchProps extends Omit<ActorTreeProps, 'live'> {
  /** Actors of one tab, all that live or all that are over. */
  actors: LiveActor[];
  parent: LiveActor | undefined;
}

const stateOf = ({ isLiving, snapshot }: LiveActor): string => {
  if (isLiving) return '';
  return snapshot.status === 'active' ? 'gone' : snapshot.status;
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
        const state = stateOf(actor);
        return (
          <li key={actor.key}>
            <span className={styles['actor']} data-over={actor.isLiving ? undefined : ''}>
              {href === undefined ? (
                <span>{name}</span>
              ) : (
                <a href={href} aria-current={actor.key === props.watched ? 'true' : undefined}>
                  {name}
                </a>
              )}
              <span className={styles['session']}>{actor.session}</span>
              {state !== '' && <span className={styles['state']}>{state}</span>}
            </span>
            <Branch {...props} actors={actors} parent={actor} />
          </li>
        );
      })}
    </ul>
  );
};

/** The actors of every tab, as they start and stop: those that live, then the others folded up. */
export const ActorTree = ({ live: { pages, actors }, ...props }: ActorTreeProps) => {
  const over = actors.filter(({ isLiving }) => !isLiving);
  const overIn = [...new Set(over.map(({ page }) => page))];
  const named = (page: string) => tabName(pages, page);
  return (
    <div className={styles['actors']}>
      <Panel title="Actors">
        {pages.length === 0 && <p>Nothing runs now.</p>}
        {pages.map(({ id, route }) => {
          const living = actors.filter(({ page, isLiving }) => page === id && isLiving);
          return (
            <div key={id}>
              <h3 className={styles['page']}>Tab {pages.length > 1 ? named(id) : route}</h3>
              {living.length === 0 && <p>No chart runs on this page.</p>}
              <Branch {...props} actors={living} parent={undefined} />
            </div>
          );
        })}
        {over.length > 0 && (
          <details className={styles['over']}>
            <summary>{over.length} over</summary>
            {overIn.map((id) => (
              <div key={id}>
                {overIn.length + pages.length > 2 || !pages.some((page) => page.id === id) ? (
                  <h3 className={styles['page']}>Tab {named(id)}</h3>
                ) : null}
                <Branch
                  {...props}
                  actors={over.filter(({ page }) => page === id)}
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
