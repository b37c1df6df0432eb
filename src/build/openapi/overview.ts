/** What holds for every call. */
export const overview = `The API of the site: JSON over HTTP, with cookies.

- **Body**: \`application/json\` in UTF-8, at most 64 KiB, uncompressed, without unknown or repeated keys,
  nested at most 8 deep. A call without a required body takes none or \`{}\`.
- **Origin**: POST and PATCH need an \`Origin\` that is the site's own or listed in \`WEB_ORIGINS\`.
- **XSRF**: they also need the value of the cookie \`XSRF-TOKEN\` in the header \`x-xsrf-token\`. Every GET of
  \`/v1\` and \`/v2\` sets that cookie if it is missing or stale; a login and a log-out replace it.
  A sibling domain can add values to the cookie on http: the call needs the one that \`/v1/xsrf\` returns.
- **Cookies**: on https their names have the prefix \`__Host-\`, except \`signed-in\`.
- **CORS**: origins in \`WEB_ORIGINS\` may call with credentials; a preflight from them gets 204.
- **Other paths** get the response \`not_found\`, other methods of a path \`method_not_allowed\`.
- **Lengths** count UTF-16 code units, as JavaScript does; those of a new password count code points of its
  NFKC form.
- **Patterns** of email and website addresses are for ASCII. Internationalised domains are accepted too.
- **Names** that are misspelled are part of the API: \`comapnyid\`, \`planname\`.`;
