import type { Page } from 'playwright-core';

const CONTROLS = 'a, button, summary, input, label';

/** Shows every control as if the pointer were above it, or as if the keyboard had focused it. */
export const forceState = async (page: Page, state: 'hover' | 'focus-visible'): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: CONTROLS,
  });
  for (const nodeId of nodeIds)
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [state] });
};
