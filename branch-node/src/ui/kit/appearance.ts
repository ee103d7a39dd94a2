/** Light, dark, or as the machine is set. */
export const themes = ["system", "light", "dark"] as const;

/** How close together things stand: for the mouse, or for the finger. */
export const densities = ["dense", "comfortable"] as const;

/** How the pages look to one person. */
export interface Appearance {
  readonly theme: (typeof themes)[number];
  readonly density: (typeof densities)[number];
}

const usual: Appearance = { theme: "system", density: "dense" };

function keyOf(person: string): string {
  return `edgeward.appearance.${person}`;
}

/** What somebody has chosen on this machine; the usual look where nothing was. */
export function keptAppearance(person: string): Appearance {
  const [theme, density] = (localStorage.getItem(keyOf(person)) ?? "").split(" ");
  return {
    theme: themes.find((known) => known === theme) ?? usual.theme,
    density: densities.find((known) => known === density) ?? usual.density,
  };
}

/** Draws the page so. */
export function wear({ theme, density }: Appearance): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  dataset["density"] = density;
}

/** Draws the page so, and next time for this person. */
export function keepAppearance(person: string, appearance: Appearance): void {
  localStorage.setItem(keyOf(person), `${appearance.theme} ${appearance.density}`);
  wear(appearance);
}
