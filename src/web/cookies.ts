/**
 * The value of a cookie that scripts may read, or nothing: where the browser forbids them, where
 * somebody has put nonsense into one, where the build prerenders.
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
