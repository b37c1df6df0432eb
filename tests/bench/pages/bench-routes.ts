import { pageLimits } from '../lighthouse/page-limits.ts';

/** The routes to measure: those of `BENCH_ROUTES` (comma-separated), else all that have limits. */
export const benchRoutes = process.env['BENCH_ROUTES']?.split(',') ?? Object.keys(pageLimits);

/** The URL path of a route. */
export const addressOf = (route: string): string => (route === '/' ? '/' : `/#${route}`);
