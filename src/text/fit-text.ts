import { storable } from './storable.ts';

/**
 * Foreign text that people can read and every store accepts: at most `maxLength` UTF-16 units, without half characters and U+0000. The
 * control plane refuses a whole heartbeat for one reason that is too long, and PostgreSQL for half a character.
 */
export function fitText(text: string, maxLength = 2000): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  return storable(cut);
}
