/** What PostgreSQL can hold neither in its text nor in its JSON. */
export const unstorableText = 'may contain neither U+0000 nor half of a surrogate pair';

/** How JSON.stringify writes such characters. */
const unstorableInJson = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Returns whether PostgreSQL can hold the text: without U+0000 and without half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns whether PostgreSQL can hold a JSON text that JSON.stringify made. */
export const isStorableJson = (json: string): boolean => !unstorableInJson.test(json);

/** Replaces by U+FFFD what cannot be stored. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');

/**
 * JSON that every control plane can store. A text that was cut, or the daemon's own words, may hold half a character; such an event would
 * be refused however often it is sent.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (isStorableJson(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));
}
