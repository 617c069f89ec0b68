import { shownName } from '../../storage/confined/confined-folder.ts';

/** A daemon may make any number of them. */
const maxNamed = 20;

/** Lists wallets for people. */
export function shownWallets(names: readonly string[]): string {
  const shown = names
    .slice(0, maxNamed)
    .map((name) => (name === '' ? '“” (the default wallet)' : `“${shownName(name)}”`));
  return [...shown, ...(names.length > maxNamed ? [`${names.length - maxNamed} more`] : [])].join(', ');
}
