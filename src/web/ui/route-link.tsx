import type { ReactNode } from 'react';
import { navigate } from '#web/location.ts';
import button from './button.module.css';
import { isPlainClick } from './is-plain-click.ts';
import styles from './route-link.module.css';

interface RouteLinkProps {
  /** A page of ours, as `#/demo` or `/demo?section=faq`. */
  href: string;
  /** Travels in navigation state; in a new tab it stays behind. */
  state?: unknown;
  className?: string | undefined;
  /** Looks like a button; `ink` is the header's. Without it, a plain link. */
  kind?: 'primary' | 'quiet' | 'link' | 'ink' | undefined;
  isWide?: boolean | undefined;
  onClick?: (() => void) | undefined;
  /** The plan that it stands for; where the link is only markup, it goes along from here. */
  plan?: string | undefined;
  children: ReactNode;
}

const look = (kind: RouteLinkProps['kind']): (string | undefined)[] => {
  if (!kind) return [];
  return [button['button'], kind === 'ink' ? styles['ink'] : button[kind]];
};

/** A link to a page of ours that carries navigation state, such as `{ email: '' }`. */
export const RouteLink = ({
  href,
  state = null,
  className,
  kind,
  isWide = false,
  onClick,
  plan,
  children,
}: RouteLinkProps) => {
  const path = href.replace(/^#/, '');
  const classes = [...look(kind), isWide ? button['wide'] : undefined, className];
  return (
    <a
      href={`#${path}`}
      data-plan={plan}
      className={classes.filter(Boolean).join(' ') || undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onClick?.();
        navigate(path, { state });
      }}
    >
      {kind ? <span className={button['label']}>{children}</span> : children}
    </a>
  );
};
