import { pageLimits } from '../lighthouse/page-limits.ts';

/**
 * The addresses to measure: those of `BENCH_ROUTES` (comma-separated: `/login,/#/login`), else the real
 * addresses of all pages that have limits.
 */
export const benchAddresses = process.env['BENCH_ROUTES']?.split(',') ?? Object.keys(pageLimits);
