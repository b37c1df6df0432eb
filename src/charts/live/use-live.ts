import { useEffect, useReducer, useRef } from 'react';
import { CHANNEL, type FromPage, type FromViewer } from '../relay/messages.ts';
import { afterMessage, type LiveState, nothingYet } from './live-state.ts';

type Send = (message: FromViewer) => void;

type Step = FromPage | { type: 'log.cleared' };

const afterStep = (state: LiveState, step: Step): LiveState =>
  step.type === 'log.cleared' ? { ...state, log: [] } : afterMessage(state, step);

/** What runs in the pages of the app, a way to send them something, and one to empty the log. */
export const useLive = (): { live: LiveState; send: Send; clearLog: () => void } => {
  const [live, dispatch] = useReducer(afterStep, nothingYet);
  const channel = useRef<BroadcastChannel>(null);
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    opened.addEventListener('message', ({ data }: MessageEvent<FromPage | FromViewer>) => {
      // Other live views ask on the same channel.
      if (data.type !== 'viewer.opened' && data.type !== 'event.sent') dispatch(data);
    });
    opened.postMessage({ type: 'viewer.opened' } satisfies FromViewer);
    return () => opened.close();
  }, []);
  return {
    live,
    send: (message) => channel.current?.postMessage(message),
    clearLog: () => dispatch({ type: 'log.cleared' }),
  };
};
