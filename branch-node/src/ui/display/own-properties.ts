/** Gives an element properties for its style sheet; React has no types for those that are a page's own. */
export function ownProperties(
  values: Readonly<Record<`--${string}`, number>>,
): (element: HTMLElement | null) => void {
  return (element) => {
    for (const [name, value] of Object.entries(values)) {
      element?.style.setProperty(name, String(value));
    }
  };
}
