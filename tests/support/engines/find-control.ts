/**
 * The first visible control with this label (its `aria-label`, a `<label>` or its own text): of the
 * open modal dialog, else of `main`, else of the page. Self-contained, because it is serialized.
 */
export const findControl = (root: Node, label: string): Element | null => {
  const labelsOf = (control: Element): (string | null)[] => [
    control.getAttribute('aria-label'),
    ...('labels' in control && control.labels instanceof NodeList
      ? [...control.labels].map(({ textContent }) => textContent)
      : []),
    control.textContent,
  ];
  const dialog = document.querySelector('dialog:modal');
  const scopes = dialog ? [dialog] : [...document.querySelectorAll('main'), document];
  return (
    scopes
      .flatMap((scope) => [...scope.querySelectorAll('a[href], button, input, textarea, select')])
      .find(
        (control) =>
          root.contains(control) &&
          control.checkVisibility({ visibilityProperty: true }) &&
          labelsOf(control).some((text) => text?.replaceAll(/\s+/g, ' ').trim() === label),
      ) ?? null
  );
};
