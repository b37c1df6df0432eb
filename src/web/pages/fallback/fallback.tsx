import { Component, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { fallbackContent } from '#web/content/fallback.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { FormPage } from '#web/layout/page-shell.tsx';
import { useIsOffline } from '#web/platform/connection.ts';
import { type ChunkError, isUpdated } from '#web/routing/load-page.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './fallback.module.css';

interface FallbackProps {
  heading?: string;
  /** Why the page cannot be shown. */
  message: string;
  /** Offers a reload, because engines cache a failed import. */
  canRetry?: boolean;
  /** Shown below the buttons. */
  children?: ReactNode;
}

/** Error page: why the page cannot be shown, and what to do next. */
export const Fallback = ({
  heading = fallbackContent.heading,
  message,
  canRetry = false,
  children,
}: FallbackProps) => (
  <FormPage isShort>
    <Card>
      <PageHeading>{heading}</PageHeading>
      <p className={styles['message']}>{message}</p>
      <div className={styles['actions']}>
        {canRetry && <Button onClick={reload}>{fallbackContent.retry}</Button>}
        <Link to="/" className={buttonClass({ variant: canRetry ? 'quiet' : 'primary' })}>
          {fallbackContent.home}
        </Link>
      </div>
      {children}
    </Card>
  </FormPage>
);

/** Why a chunk did not load: the error's message, after a hint if the browser is offline. */
export const useChunkErrorMessage = ({ message }: ChunkError): string =>
  useIsOffline() ? `${fallbackContent.offline} ${message}` : message;

/** The error is shown then, even if it isn't known yet whether the site has a newer version. */
const SHOWN_AFTER_MS = 1000;

const reload = () => location.reload();

/**
 * Error page for a chunk that did not load. It reloads when the browser has a network again, and if the site has a
 * newer version, which it says.
 */
export const ChunkErrorPage = ({ error }: { error: ChunkError }) => {
  const [isOld, setIsOld] = useState<boolean>();
  const message = useChunkErrorMessage(error);
  useEffect(() => {
    const timer = setTimeout(() => setIsOld((known) => known ?? false), SHOWN_AFTER_MS);
    void isUpdated().then((isNewer) => {
      setIsOld(isNewer);
      if (isNewer) reload();
    });
    addEventListener('online', reload);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', reload);
    };
  }, []);
  if (isOld === undefined) return null;
  return isOld ? (
    <Fallback heading={fallbackContent.updated} message={fallbackContent.reloading} canRetry />
  ) : (
    <Fallback message={message} canRetry />
  );
};

/** Shows the error page when a page throws while it renders. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === undefined ? this.props.children : <Fallback message={message} />;
  }
}
