import type { LiveActor, LiveState } from '../live/live-state.ts';
import styles from './actor-tree.module.css';
import { Panel } from './panel.tsx';

interface ActorTreeProps {
  live: LiveState;
  watched: string | undefined;
  /** Where an actor's chart is shown; undefined for what has none. */
  hrefOf: (actor: LiveActor) => string | undefined;
}

interface BranchProps extends ActorTreeProps {
  page: string;
  parent: LiveActor | undefined;
}

const stateOf = ({ isLiving, snapshot }: LiveActor): string => {
  if (isLiving) return '';
  return snapshot.status === 'active' ? 'gone' : snapshot.status;
};

const Branch = ({ page, parent, ...props }: BranchProps) => {
  const { actors } = props.live;
  const known = new Set(actors.filter((actor) => actor.page === page).map((one) => one.session));
  const children = actors.filter(
    (actor) =>
      actor.page === page &&
      (parent
        ? actor.parent === parent.session
        : actor.parent === undefined || !known.has(actor.parent)),
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
            <Branch {...props} page={page} parent={actor} />
          </li>
        );
      })}
    </ul>
  );
};

/** The actors of every tab, as they start and stop. */
export const ActorTree = (props: ActorTreeProps) => {
  const { pages, actors } = props.live;
  const gone = [...new Set(actors.map(({ page }) => page))]
    .filter((id) => !pages.some((page) => page.id === id))
    .map((id) => ({ id, route: 'closed' }));
  const all = [...pages, ...gone];
  return (
    <div className={styles['actors']}>
      <Panel title="Actors">
        {all.length === 0 && <p>Nothing runs yet.</p>}
        {all.map(({ id, route }, index) => (
          <div key={id}>
            <h3 className={styles['page']}>
              Tab {index + 1} <span className={styles['route']}>{route}</span>
            </h3>
            {actors.every(({ page }) => page !== id) && <p>No chart runs on this page.</p>}
            <Branch {...props} page={id} parent={undefined} />
          </div>
        ))}
      </Panel>
    </div>
  );
};
