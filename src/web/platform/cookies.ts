/**
 * The values of a cookie as the browser orders them: the one of the shortest path is the last. None when
 * it is missing, when the browser forbids cookies, and where the build prerenders.
 */
export const readCookies = (name: string): string[] => {
  try {
    return document.cookie
      .split('; ')
      .filter((cookie) => cookie.startsWith(`${name}=`))
      .map((cookie) => cookie.slice(name.length + 1));
  } catch {
    return [];
  }
};
