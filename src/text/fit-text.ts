import { storable } from './storable.ts';

/**
 * Truncates foreign text to `maxLength` UTF-16 units and removes lone surrogates and U+0000. The control plane rejects a whole heartbeat for
 * one reason that is too long, and PostgreSQL for a lone surrogate.
 */
export function fitText(text: string, maxLength = 2000): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  return storable(cut);
}
