/** Gives each entry of a list a key by its name, for lists in which a name may stand several times. Pure. */
export function withKeys<T>(list: readonly T[], nameOf: (entry: T) => string): { key: string; entry: T }[] {
  const counts = new Map<string, number>();
  return list.map((entry) => {
    const name = nameOf(entry);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return { key: `${name} ${count}`, entry };
  });
}
