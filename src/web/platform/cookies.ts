/**
 * The values of a cookie as the browser orders them: the one of the shortest path is the last. None when
 * it is missing, when the browser forbids cookies, and where the build prerenders.
 */
export const readCookies = (name: string): string[] => {
  if (typeof document === 'undefined') return [];
  try {
    const cookies = document.cookie.split('; ');
    return cookies.flatMap((cookie) =>
      cookie.startsWith(`${name}=`) ? [cookie.slice(name.length + 1)] : [],
    );
  } catch {
    return [];
  }
};
