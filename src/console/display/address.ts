/** Returns a text of the address; undefined where it is none. Pure. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** Returns a value of the address where it is one of some; else undefined. Pure. */
export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value);
