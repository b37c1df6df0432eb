/**
 * Calls back when an element comes into the window or leaves it; `margin` is the observer's
 * rootMargin, `top` where the element begins below the window's top, in pixels. Nothing is measured
 * out of turn. Returns how to stop. A browser without IntersectionObserver never calls back.
 */
export const watchView = (
  element: Element,
  onChange: (isInView: boolean, top: number) => void,
  margin = '0px',
): (() => void) => {
  if (!('IntersectionObserver' in globalThis)) return () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1);
      if (last) onChange(last.isIntersecting, last.boundingClientRect.top);
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
};
