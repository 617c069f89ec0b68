const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

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
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** Formats the values of a changed field. */
export const changeText = ({ before, after }: { before: string | null; after: string | null }): string =>
  `${before ?? 'not set'} → ${after ?? 'not set'}`;
