/** What JSON.stringify writes for a surrogate without its other half, and for U+0000. */
const suspicious = /\\u(?:0000|d[89a-f])/;

/**
 * JSON that any control plane can store. Half characters (a text that was cut, a daemon's own words) and U+0000 are replaced by U+FFFD:
 * PostgreSQL's JSON takes neither, so such an event would be refused however often it is sent.
 */
export function storable(value: unknown): string {
  const json = JSON.stringify(value);
  if (!suspicious.test(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed().replaceAll('\0', '\ufffd') : inner,
  );
}
