import { randomUUID } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs in a page before its own scripts; self-contained, because it is serialized. */
const recordConsole = (): void => {
  const record = (line: string) => {
    const lines = JSON.parse(sessionStorage.getItem('recorded console') ?? '[]');
    sessionStorage.setItem('recorded console', JSON.stringify([...lines, line]));
  };
  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    console[level] = (...values) => {
      record(values.map(String).join(' '));
      print(...values);
    };
  }
  // What is loading when the page is left ends as an error.
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  // Captured, because the errors of resources don't bubble.
  addEventListener(
    'error',
    ({ message, target }) => {
      if (message !== undefined) record(message);
      else if (!isLeaving)
        record(`Not loaded: ${target instanceof Element ? target.outerHTML : target}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => record(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    record(`Blocked by ${violatedDirective}: ${blockedURI}`),
  );
};

/** Runs in a page: the console errors and warnings of its tab, in all documents with a recorder. */
export const readRecordedConsole = (): string[] =>
  // A blank tab has no storage.
  location.origin === 'null' ? [] : JSON.parse(sessionStorage.getItem('recorded console') ?? '[]');

/** Copies a build and adds the recorder to its HTML; returns the folder, which the caller removes. */
export const addConsoleRecorder = async (dist: string): Promise<string> => {
  const folder = join(tmpdir(), `sitara-recorded-${randomUUID()}`);
  await cp(dist, folder, { recursive: true });
  const web = join(folder, 'web');
  await writeFile(join(web, 'record-console.js'), `(${recordConsole})()`);
  for (const name of await readdir(web, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const page = join(web, name);
    const html = await readFile(page, 'utf8');
    await writeFile(
      page,
      html.replace('<head>', '<head><script src="/record-console.js"></script>'),
    );
    // The server prefers compressed files, which lack the recorder; a site of a test has none.
    for (const ending of ['br', 'gz']) await rm(`${page}.${ending}`, { force: true });
  }
  return folder;
};
