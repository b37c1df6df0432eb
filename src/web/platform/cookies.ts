/**
 * The decoded value of a cookie. `undefined` when it is missing or malformed, when the browser forbids
 * cookies, and where the build prerenders.
 */
export const readCookie = (name: string): string | undefined => {
  if (typeof document === 'undefined') return undefined;
  try {
    const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
    return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined;
  }
};
