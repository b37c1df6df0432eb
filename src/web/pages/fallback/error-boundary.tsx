import { Component, type ReactNode } from 'react';
import { Fallback } from './fallback.tsx';

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
