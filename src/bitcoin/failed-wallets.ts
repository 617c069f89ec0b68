/**
 * What daemons say of a wallet that they cannot load (src/wallet/load.cpp, wallet.cpp, walletdb.cpp, sqlite.cpp, bdb.cpp).
 */
const cannotLoad: readonly RegExp[] = [
  /wallet file verification failed|failed to load database path|-wallet path|data is not in recognized format/i,
  /error (?:loading|reading) \S+|corrupt(?:ed)?\. try using the wallet tool|wallet corrupt/i,
  /wallet requires newer version|wallet created (?:by|with) a newer|unrecognized descriptor|unexpected legacy entry/i,
  /last wallet synchronisation goes beyond|wallet requires blocks to be downloaded/i,
  /sqlitedatabase: |error initializing wallet database environment/i,
];

/** A full or failing disk, whose file happens to be a wallet. */
const ofDisk = /disk|no space left|input\/output error|read-only file system/i;

/**
 * Returns which of the loaded wallets ended a daemon, by its last words: those that they name, or all if they name none of
 * the `known` ones. Empty if no wallet did.
 */
export function failedWallets(
  lastWords: string,
  loaded: readonly string[],
  known: readonly string[] = loaded,
): string[] {
  if (ofDisk.test(lastWords) || !cannotLoad.some((says) => says.test(lastWords))) return [];
  // A wallet that is omitted already may end another start before the configuration is written.
  const named = [...loaded, ...known].filter((name) => name !== '' && isWord(lastWords, name));
  return loaded.filter((name) => named.length === 0 || named.includes(name));
}

const isWord = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`, 'u').test(text);
