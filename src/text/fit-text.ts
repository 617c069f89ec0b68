/**
 * Words of others as people can read them and every store takes them: at most `most` characters (UTF-16 units), no half of one, no
 * U+0000. The control plane refuses a whole heartbeat for one reason that is too long, and PostgreSQL for half a character.
 */
export function fitText(words: string, most = 2000): string {
  const fitting = words.length <= most ? words : `${words.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  return fitting.toWellFormed().replaceAll('\0', '\ufffd');
}
