interface Changed {
  field: string;
  /** As JSON; null where there was nothing. */
  before: string | null;
  after: string | null;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Returns what differs between an object before and after an action, by field. */
export function difference(before: unknown, after: unknown): Changed[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return fields.flatMap((field) => {
    const [former, latter] = [written(was[field]), written(is[field])];
    return former === latter ? [] : [{ field, before: former, after: latter }];
  });
}

const written = (value: unknown): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
