import { Component, type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { fallbackContent } from '#web/content/fallback.ts';
import { FormPage } from '#web/layout/form-page.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { useIsOffline } from '#web/platform/connection.ts';
import { type ChunkError, reloadIfUpdated } from '#web/routing/load-page.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './fallback.module.css';

interface FallbackProps {
  /** Why the page cannot be shown. */
  message: string;
  /** Offers a reload, because engines cache a failed import. */
  canRetry?: boolean;
}

/** Error page: why the page cannot be shown, and what to do next. */
export const Fallback = ({ message, canRetry = false }: FallbackProps) => (
  <FormPage isShort>
    <Card>
      <PageHeading>{fallbackContent.heading}</PageHeading>
      <p className={styles['message']}>{message}</p>
      <div className={styles['actions']}>
        {canRetry && <Button onClick={() => location.reload()}>{fallbackContent.retry}</Button>}
        <Link to="/" className={buttonClass({ variant: canRetry ? 'quiet' : 'primary' })}>
          {fallbackContent.home}
        </Link>
      </div>
    </Card>
  </FormPage>
);

/** Why a chunk did not load: the error's message, after a hint if the browser is offline. */
export const useChunkErrorMessage = ({ message }: ChunkError): string =>
  useIsOffline() ? `${fallbackContent.offline} ${message}` : message;

/** Error page for a chunk that did not load. It reloads if the site has a newer version. */
export const ChunkErrorPage = ({ error }: { error: ChunkError }) => {
  useEffect(() => void reloadIfUpdated(), []);
  return <Fallback message={useChunkErrorMessage(error)} canRetry />;
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
