// The build inlines this script in the head of home's document. A visit to the hash address of a page
// with a document of its own goes on to that document, which paints sooner than home's with script.

/** The paths of those pages. The build fills it in. */
declare const __ADDRESSES__: string[];

const [, path = '', own = ''] = /^#(\/[^?]*)\??(.*)/.exec(location.hash) ?? [];
// A value of the hash comes before one in front of it, and applies. No email is sent with an address.
const parameters = [...own.split('&'), ...location.search.slice(1).split('&')].filter(
  (parameter) => parameter !== '' && !/^email=/i.test(parameter),
);

// The app has given its entries a state: a reload, or Back, needs the same entry.
if (history.state === null && __ADDRESSES__.includes(path)) {
  globalThis.isLeaving = true;
  location.replace(path + (parameters.length > 0 ? `?${parameters.join('&')}` : ''));
}

export {};
