/** What PostgreSQL cannot store in text or JSON. */
export const unstorableText = 'must not contain U+0000 or half of a surrogate pair';

/** JSON.stringify's escapes of such characters. */
const unstorableInJson = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Whether PostgreSQL can store the text: without U+0000 and lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Whether PostgreSQL can store a JSON text from JSON.stringify. */
export const isStorableJson = (json: string): boolean => !unstorableInJson.test(json);

/** Replaces what cannot be stored with U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');

/** JSON that PostgreSQL can store: an event with a lone surrogate would always be rejected. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (isStorableJson(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));
}
