import { isSecretKey } from '../../../bitcoin/secret-keys.ts';
import { shorten } from '../../../text/shorten.ts';
import type { Snapshot } from './action.ts';

type Values = Record<string, unknown>;

const maxTextLength = 300;
/** For one side of a change, as JSON. A node's longest list of overrides would not fit. */
const maxBytes = 4096;
const redacted = '[secret]';

/** What changed; of an object that exists before and after, only the differences. */
export interface Change {
  before: Values | null;
  after: Values | null;
}

export function describeChange(before: Snapshot | undefined, after: Snapshot | undefined): Change {
  const differs = (key: string) => JSON.stringify(before?.values[key]) !== JSON.stringify(after?.values[key]);
  const describe = (snapshot: Snapshot | undefined): Values | null => {
    if (snapshot === undefined) return null;
    const entries = Object.entries(snapshot.values);
    const told = before === undefined || after === undefined ? entries : entries.filter(([key]) => differs(key));
    return bounded(told.map(([key, value]) => [key, isSecretKey(key) ? redacted : withoutSecrets(value)]));
  };
  return { before: describe(before), after: describe(after) };
}

/** Redacts by name, which covers values added later; also in lists of `{ key, value }`. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value, maxTextLength);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const named = 'key' in value && typeof value.key === 'string' && isSecretKey(value.key);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isSecret = isSecretKey(key) || (named && key === 'value');
      return [key, isSecret && inner !== null ? redacted : withoutSecrets(inner)];
    }),
  );
}

function bounded(entries: readonly [string, unknown][]): Values {
  const told: Values = {};
  let bytesLeft = maxBytes;
  for (const [key, value] of entries) {
    const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
    told[key] = bytes <= bytesLeft ? value : `[${bytes} bytes]`;
    if (bytes <= bytesLeft) bytesLeft -= bytes;
  }
  return told;
}
