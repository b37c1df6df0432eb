import { CHANNEL, type PageInfo, type PageMessage, type ViewerMessage } from './messages.ts';
import { createReporter } from './report-actors.ts';

const pageId = Math.random().toString(36).slice(2);
const channel = new BroadcastChannel(CHANNEL);

const post = (message: PageMessage): void => channel.postMessage(message);

const pageInfo = (): PageInfo => ({
  id: pageId,
  title: document.title,
  route: location.hash.replace(/^#|[?].*$/g, '') || '/',
});

const { inspect, announce, actorOf } = createReporter(post, pageInfo);

const previousInspector = globalThis.inspectCharts;
globalThis.inspectCharts = (inspected) => {
  previousInspector?.(inspected);
  // An error here must not reach the app.
  try {
    inspect(inspected);
  } catch (error) {
    console.warn('The live view missed an inspection event:', error);
  }
};

channel.addEventListener('message', ({ data }: MessageEvent<ViewerMessage>) => {
  if (data.type === 'viewer.opened') announce();
  else if (data.type === 'event.sent' && data.page === pageId)
    actorOf(data.session)?.send(data.event);
});
addEventListener('hashchange', () =>
  setTimeout(() => post({ type: 'page.navigated', page: pageInfo() })),
);
addEventListener('pagehide', () => post({ type: 'page.closed', page: pageId }));
addEventListener('pageshow', announce);
// No pageshow event follows when the script loads after the document.
if (document.readyState === 'complete') announce();
