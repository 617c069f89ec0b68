import type { Issue } from './errors.ts';

type Path = readonly (string | number)[];

/** Fields with a condition on related objects. */
export const relations: ReadonlySet<string> = new Set(['is', 'isNot', 'some', 'every', 'none']);

/** Fields of a filter that are no conditions. */
export const pageFields: ReadonlySet<string> = new Set(['cursor', 'direction', 'take']);

/**
 * Returns the faults of a `where` or `filter`: conditions that are null or empty. No filterable value is null, and a
 * script whose value was lost must not act on everything. `{ some: {} }` is a condition: there is a related object.
 */
export const conditionFaults = (conditions: object, path: Path): Issue[] =>
  Object.entries(conditions).flatMap(([key, value]) => (pageFields.has(key) ? [] : faultsOf(value, [...path, key])));

function faultsOf(value: unknown, path: Path): Issue[] {
  if (value === null) return [{ path, message: 'must not be null; omit it to set no condition' }];
  if (Array.isArray(value)) return value.flatMap((each, index) => faultsOf(each, [...path, index]));
  if (typeof value !== 'object') return [];
  const hasCondition = Object.keys(value).some((key) => key !== 'mode');
  if (!hasCondition && !relations.has(String(path.at(-1))))
    return [{ path, message: 'must have a condition; omit it to set none' }];
  return Object.entries(value).flatMap(([key, inner]) => faultsOf(inner, [...path, key]));
}
