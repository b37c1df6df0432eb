import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Budget, budgets, DOCUMENT_KB_MAX, FILES_MAX, UNKNOWN_ROUTE } from './budgets.ts';
import { firstVisit } from './first-visit.ts';

const BYTES_PER_KB = 1000;

/** What the first visit of one route loads at its real address, in kilobytes. */
export interface Weight {
  route: string;
  /** Home's for an unknown route: the real address of one has a small page of the server. */
  'document, KB': number;
  'files of script': number;
  'script, KB': number;
  'styles, KB': number;
  'all, KB': number;
  'once shown, KB': number;
  /** What exceeds the budget; empty if nothing does. */
  over: string;
}

const inKb = (bytes: number): number => Math.round(bytes / (BYTES_PER_KB / 10)) / 10;

const documentOf = (route: string): string =>
  route === '/' || route === UNKNOWN_ROUTE ? 'index.html' : `${route.slice(1)}.html`;

const weigh = (dist: string, route: string, budget: Budget): Weight => {
  const { files, ...bytes } = firstVisit(dist, budget.page, documentOf(route));
  const limits = { script: budget.script, all: budget.all, later: budget.later ?? 0 };
  const over = (['script', 'all', 'later'] as const)
    .filter((part) => bytes[part] > limits[part] * BYTES_PER_KB)
    .map((part) => `${part} above ${limits[part]} KB`);
  const document = statSync(join(dist, 'web', `${documentOf(route)}.br`)).size;
  if (document > DOCUMENT_KB_MAX * BYTES_PER_KB) over.push(`document above ${DOCUMENT_KB_MAX} KB`);
  if (files > FILES_MAX) over.push(`more than ${FILES_MAX} files`);
  return {
    route,
    'document, KB': inKb(document),
    'files of script': files,
    'script, KB': inKb(bytes.script),
    'styles, KB': inKb(bytes.style),
    'all, KB': inKb(bytes.all),
    'once shown, KB': inKb(bytes.later),
    over: over.join(', '),
  };
};

/** Compares what the first visit of every route loads with its budget. */
export const weighRoutes = (dist: string): Weight[] =>
  Object.entries(budgets).map(([route, budget]) => weigh(dist, route, budget));
