/** Fields of inner objects and a node's overrides are fields of their own. */
function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const inner = ([field, each]: [string, unknown]): [string, unknown][] => {
    if (field === 'overrides' && Array.isArray(each))
      return [...Map.groupBy(each, ({ key }) => key)].map(([key, of]) => [key, of.map((one) => one.value).join(', ')]);
    return typeof each !== 'object' || each === null || Array.isArray(each)
      ? [[field, each]]
      : Object.entries(each).map(([name, of]) => [`${field}.${name}`, of]);
  };
  return Object.fromEntries(Object.entries(value).flatMap(inner));
}

/** Returns the fields that an action changed, each with its values as JSON; null if not set. */
export function difference(before: unknown, after: unknown) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return fields.flatMap((field) => {
    const [old, current] = [written(was[field]), written(is[field])];
    return old === current ? [] : [{ field, before: old, after: current }];
  });
}

const written = (value: unknown): string | null =>
  value == null ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** Formats the values of a changed field. */
export const changeText = ({ before, after }: { before: string | null; after: string | null }): string =>
  `${before ?? 'not set'} → ${after ?? 'not set'}`;
