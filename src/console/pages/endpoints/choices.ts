export interface Choice {
  id: string;
  name: string;
}

/** More would not be read, but searched. */
export const maxShownChoices = 50;

/** Returns the choices to show: the chosen ones, and those that a search finds, up to a limit. `more`: how many it leaves out. */
export function shownChoices(
  choices: readonly Choice[],
  chosen: readonly string[],
  search: string,
): { shown: Choice[]; more: number } {
  const found = choices.filter(({ id, name }) => !chosen.includes(id) && name.includes(search.trim()));
  const listed = new Set([...chosen, ...found.slice(0, maxShownChoices).map(({ id }) => id)]);
  return {
    shown: choices.filter(({ id }) => listed.has(id)),
    more: Math.max(0, found.length - maxShownChoices),
  };
}
