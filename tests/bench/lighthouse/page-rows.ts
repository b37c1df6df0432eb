import { median } from '../median.ts';
import type { Load, PageLoad } from './lighthouse-run.ts';
import type { PageLimits } from './page-limits.ts';

/** All loads of one page and of its static baseline. */
export interface PageLoads {
  address: string;
  ours: Record<Load, PageLoad[]>;
  baseline: Record<Load, PageLoad[]>;
}

export interface PageRow {
  page: string;
  figure: string;
  /** Medians. */
  ours: number;
  static?: number;
  ratio?: number;
  limit?: number;
  isWithinLimit?: boolean;
}

type Figure = Exclude<keyof PageLoad, 'scores'>;

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

const middle = (loads: PageLoad[], figure: Figure): number =>
  median(loads.map((load) => load[figure]));

/** The result rows of one page, each with its limit if it has one. */
export const pageRows = (
  { address: page, ours, baseline }: PageLoads,
  limits: PageLimits,
): PageRow[] => {
  const row = (figure: string, value: number, limit: number | undefined): PageRow => ({
    page,
    figure,
    ours: value,
    ...(limit !== undefined && { limit, isWithinLimit: value <= limit }),
  });
  const beside = (figure: string, load: Load, key: Figure, limit: number | undefined): PageRow => {
    const [value, base] = [middle(ours[load], key), middle(baseline[load], key)];
    const ratio = rounded(value / base, 3);
    return {
      ...{ page, figure, ours: rounded(value, 0), static: rounded(base, 0), ratio },
      ...(limit !== undefined && { limit, isWithinLimit: ratio <= limit }),
    };
  };
  const scores = (load: Load, screen: string): PageRow[] =>
    Object.keys(ours[load][0]?.scores ?? {}).map((category) => {
      const score = median(ours[load].map((one) => one.scores[category] ?? 0));
      return {
        ...row(`${category}, ${screen}`, score, limits.score),
        ...(limits.score !== undefined && { isWithinLimit: score >= limits.score }),
      };
    });
  const { applied } = ours;
  const slower = ours['applied at 8x'];
  return [
    beside('largest paint, applied, ms', 'applied', 'largestPaintMs', limits.largestPaintRatio),
    beside('first paint, simulated, ms', 'simulated', 'firstPaintMs', limits.firstPaintRatio),
    {
      ...row('blocking at 4x, ms', rounded(middle(applied, 'blockingMs'), 0), limits.blocking4xMs),
      static: rounded(middle(baseline.applied, 'blockingMs'), 0),
    },
    row('blocking at 8x, ms', rounded(middle(slower, 'blockingMs'), 0), limits.blocking8xMs),
    row('layout shift', rounded(middle(applied, 'layoutShift'), 2), limits.layoutShift),
    row('script, bytes', middle(applied, 'scriptBytes'), limits.scriptBytes),
    row('all, bytes', middle(applied, 'allBytes'), limits.allBytes),
    ...scores('simulated', 'mobile'),
    ...scores('desktop', 'desktop'),
  ];
};
