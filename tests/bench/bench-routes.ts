import { pageLimits } from './page-limits.ts';

/** The routes to measure: those of `BENCH_ROUTES`, separated by commas, or all that have limits. */
export const benchRoutes = process.env['BENCH_ROUTES']?.split(',') ?? Object.keys(pageLimits);

/** A route as an address of the site. */
export const addressOf = (route: string): string => (route === '/' ? '/' : `/#${route}`);
