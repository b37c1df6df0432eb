import { Component, type ReactNode } from 'react';
import { ChunkError } from '#web/load-page.ts';
import { reloadIfRenewed } from '#web/reload-if-renewed.ts';
import { Fallback } from './fallback.tsx';

/** Shows the fallback in the place of a page that broke, or that could not be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkError) void reloadIfRenewed();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const message = error instanceof Error ? error.message : String(error);
    return <Fallback message={message} canRetry={error instanceof ChunkError} />;
  }
}
