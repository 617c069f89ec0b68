import { isStorable, unstorableText } from '../../text/storable.ts';
import type { Issue } from './errors.ts';

/** Finds every text within a value that no database can hold. */
export function unstorableTexts(value: unknown, path: readonly (string | number)[] = []): Issue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, message: unstorableText }];
  if (Array.isArray(value)) return value.flatMap((inner, index) => unstorableTexts(inner, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => unstorableTexts(inner, [...path, key]));
}
