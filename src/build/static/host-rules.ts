export type Headers = Record<string, string>;

/** What a host of files has to answer besides the files. */
export interface SiteRules {
  /** Headers of the documents by their addresses; the file of `/pricing` is `pricing.html`. */
  documents: Record<string, Headers>;
  /** Headers of all other files by their paths. */
  files: Record<string, Headers>;
  /** Addresses by other spellings of them. */
  redirects: Record<string, string>;
  /** Headers of the page for unknown addresses. */
  missing: Headers;
}

const isEqual = (one: Headers, other: Headers): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Headers of files by path, or by `<folder>/*` where all files of a folder below the root have the same. */
const foldersOf = (files: SiteRules['files']): Record<string, Headers> => {
  const entries = Object.entries(files);
  const patterns = entries.map(([path, headers]): [string, Headers] => {
    const [folder] = /^\/[^/]+\//.exec(path) ?? [];
    const isUniform =
      folder !== undefined &&
      entries.every(([other, own]) => !other.startsWith(folder) || isEqual(own, headers));
    return [isUniform ? `${folder}*` : path, headers];
  });
  return Object.fromEntries(patterns);
};

const fileOf = (address: string): string => (address === '/' ? '/index.html' : `${address}.html`);

/**
 * The files `_headers` and `_redirects` of Netlify and Cloudflare Pages. What all answers share is under `/*`, and
 * nothing of it again, because both hosts join the values of a header that two rules set.
 */
export const platformHeaders = (rules: SiteRules): { headers: string; redirects: string } => {
  const patterns = { ...rules.documents, ...foldersOf(rules.files), '/404.html': rules.missing };
  const all = Object.values(patterns);
  const isShared = ([name, value]: [string, string]) =>
    all.every((headers) => headers[name] === value);
  const shared = Object.entries(rules.missing).filter(isShared);
  const block = (pattern: string, headers: [string, string][]) =>
    [pattern, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const own = Object.entries(patterns).map(([pattern, headers]) =>
    block(
      pattern,
      Object.entries(headers).filter((entry) => !isShared(entry)),
    ),
  );
  return {
    headers: `${[block('/*', shared), ...own].join('\n\n')}\n`,
    redirects: Object.entries(rules.redirects)
      .map(([from, to]) => `${from} ${to} 301\n`)
      .join(''),
  };
};

const addHeaders = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `  add_header ${name} '${value.replaceAll("'", "\\'")}' always;\n`)
    .join('');

/**
 * An nginx configuration to include in a `server` block. A location repeats all headers, because one `add_header` of
 * its own drops those of the levels above.
 */
export const nginxInclude = (rules: SiteRules): string => {
  const documents = Object.entries(rules.documents).map(
    ([address, headers]) =>
      `location = ${address} {\n  try_files ${fileOf(address)} =404;\n${addHeaders(headers)}}\n`,
  );
  const files = Object.entries(foldersOf(rules.files)).map(([pattern, headers]) =>
    pattern.endsWith('/*')
      ? `location ^~ ${pattern.slice(0, -1)} {\n  try_files $uri @missing;\n${addHeaders(headers)}}\n`
      : `location = ${pattern} {\n  try_files $uri @missing;\n${addHeaders(headers)}}\n`,
  );
  // Upper case, `/` at the end, a file name; the address itself is an exact location, which wins.
  const redirects = Object.keys(rules.documents).map((address) => {
    const spelling = address === '/' ? '/index\\.html' : `${address}(?:\\.html|/index\\.html)?`;
    return `location ~* ^${spelling}/*$ { return 301 ${address}$is_args$args; }\n`;
  });
  return `# Written by npm run build -- --static. Include it in a server block whose root is this folder.
charset utf-8;
charset_types text/html text/css text/plain application/javascript application/json application/manifest+json;
gzip_static on;
# With the module ngx_brotli: brotli_static on;
error_page 404 /404.html;

${documents.join('\n')}
${files.join('\n')}
${redirects.join('')}
location = /404.html {
  internal;
${addHeaders(rules.missing)}}

location @missing { return 404; }

location / { return 404; }
`;
};
