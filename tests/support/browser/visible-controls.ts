import type { Page } from 'playwright-core';

/** The names of all buttons and fields that can be seen, even those that are disabled or inert. */
export const visibleControls = (page: Page): Promise<string[]> =>
  page.locator('button, input, select, textarea, [inert]').evaluateAll((nodes) =>
    nodes
      .filter((node) => {
        const { width, height } = node.getBoundingClientRect();
        return width > 1 && height > 1 && !node.closest('label[aria-hidden]');
      })
      .map((node) => node.getAttribute('aria-label') ?? (node.textContent || node.id)),
  );
