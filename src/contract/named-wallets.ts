/** A node's data directory in its container. Named in a removal, it stands for every wallet in it. */
export const allWallets = '/satrap/node';

/**
 * Returns whether a removal names a wallet: by its name, or by a folder that contains it. A wallet outside of the folder
 * `wallets`, and a folder that cannot be searched, has its path in the container as name.
 */
export const isNamed = (wallet: string, named: readonly string[]): boolean =>
  named.includes(wallet) ||
  named.includes(allWallets) ||
  named.some((folder) => folder.startsWith('/') && wallet.startsWith(`${folder}/`));
