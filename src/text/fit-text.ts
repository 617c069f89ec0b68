import { storable } from './storable.ts';

/** Truncates foreign text to `maxLength` UTF-16 units and replaces lone surrogates and U+0000: one bad text fails a whole heartbeat. */
export function fitText(text: string, maxLength = 2000): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  return storable(cut);
}
