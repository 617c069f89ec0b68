import { posix } from 'node:path';
import type { FileSetting } from './node-settings.ts';

/** Where a node's wallets may lie, besides its wallet folder. */
const dataDir = '/satrap/node/';

/** Ends the line, starts a comment, or is cut off by the daemon (GetConfigOptions in src/common/config.cpp). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name is whatever the daemon reports.
const unwritable = /[\u0000-\u001f\u007f#]|^\s|\s$/u;

/**
 * Whether a line of bitcoin.conf can name a wallet. A daemon may report any name: one that would be another line or
 * leaves the data directory is not written.
 */
export function canBeLoaded(name: string): boolean {
  if (unwritable.test(name)) return false;
  if (name === '') return true;
  const isNormal = posix.normalize(name) === name && name !== '.' && !name.split('/').includes('..');
  return isNormal && !name.endsWith('/') && (!name.startsWith('/') || name.startsWith(dataDir));
}

/** The lines that load wallets, without those that the node's own settings load. A missing wallet is only a warning. */
export function walletLines(
  names: readonly string[],
  settings: readonly Pick<FileSetting, 'key' | 'value'>[],
): string[] {
  const own = new Set(settings.flatMap(({ key, value }) => (key.split('.').at(-1) === 'wallet' ? [value] : [])));
  return [...new Set(names)].filter((name) => canBeLoaded(name) && !own.has(name)).map((name) => `wallet=${name}`);
}

/** The wallets that a rendered configuration loads. */
export const walletsIn = (config: string): string[] =>
  config.split('\n').flatMap((line) => (line.startsWith('wallet=') ? [line.slice('wallet='.length)] : []));
