import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { colourFaults } from './colour-faults.ts';
import { controlFaults } from './control-faults.ts';
import { directionFaults } from './direction-faults.ts';
import { drawingFaults } from './drawing-faults.ts';
import {
  type ReadingCondition,
  readingConditions,
  underCondition,
} from './readability-conditions.ts';
import { textFaults } from './text-faults.ts';

/** Runs in the page. */
const overflow = (): string[] => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isOutside = (box: Element) => {
    if (box.childElementCount > 0) return false;
    const content = new Range();
    content.selectNodeContents(box);
    const { left, right, width } = content.getBoundingClientRect();
    return width > 0 && (left < -1 || right > clientWidth + 1);
  };
  const outside = [...document.querySelectorAll('body *')].filter(isOutside);
  return [
    `${scrollWidth - clientWidth} px wider than the window`,
    ...outside.map((box) => `beside the window: ${box.outerHTML.slice(0, 120)}`),
  ];
};

const faultsOf = async (
  page: Page,
  { dir, hasForcedColors }: ReadingCondition,
): Promise<string[]> => [
  ...(await page.evaluate(overflow)),
  ...(await page.evaluate(textFaults)),
  ...(await page.evaluate(drawingFaults)),
  ...(await page.evaluate(controlFaults)),
  ...(dir ? await page.evaluate(directionFaults) : []),
  ...(hasForcedColors ? await page.evaluate(colourFaults) : []),
];

/**
 * Expects that the page, as it is, can be read and operated under every reading condition. Each control
 * has had focus then.
 */
export const expectReadable = async (page: Page): Promise<void> => {
  for (const condition of readingConditions)
    await underCondition(page, condition, async ({ width, height }) => {
      const message = `${page.url()}, ${condition.name}, ${width} x ${height} px`;
      await expect
        .poll(async () => (await faultsOf(page, condition)).join('\n'), { message })
        .toBe('');
    });
};
