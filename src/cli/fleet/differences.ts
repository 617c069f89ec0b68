import type { Field } from './change.ts';
import { type Sizes, sizesInFile } from './sizes.ts';

/** Returns how fields differ. Only the fields in the file are managed, and of its `maps` all entries. */
export function differences(current: WithSizes, desired: WithSizes, maps: readonly string[] = []): Field[] {
  const [before, after] = [new Map(flatten(withUnits(current))), new Map(flatten(withUnits(desired)))];
  const managed = maps.filter((name) => (desired as Record<string, unknown>)[name] !== undefined);
  const isManaged = (field: string) => after.has(field) || managed.some((name) => field.startsWith(`${name}.`));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field): Field[] => {
    const [from = null, to = null] = [before.get(field), after.get(field)];
    return isManaged(field) && from !== to ? [{ field, from, to, consequences: [] }] : [];
  });
}

interface WithSizes {
  resources?: Partial<Sizes> | undefined;
  [field: string]: unknown;
}

/** Gives sizes the names and units that they have in files. */
const withUnits = (object: WithSizes): object =>
  object.resources === undefined ? object : { ...object, resources: sizesInFile(object.resources) };

/** Texts by the path of each field. Several values of an override are separated by commas. */
function flatten(value: unknown, path: readonly string[] = []): (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (!(value instanceof Object)) return [[path.join('.'), String(value)]];
  if (Array.isArray(value)) return [[path.join('.'), value.join(', ')]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}
