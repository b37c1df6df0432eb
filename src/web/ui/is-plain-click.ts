import type { MouseEvent } from 'react';

/** Whether a click on a link asks for nothing special, such as a tab of its own. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
