/**
 * Whether a wallet lies elsewhere than in the folder of a node's wallets, where neither `listwalletdir` nor a look at that folder finds it: who
 * may call RPC can name a path. Pure.
 */
const isElsewhere = (wallet: string): boolean => wallet.startsWith('/') || wallet.split('/').includes('..');

/**
 * Returns the wallets that are known of a node after its daemon named some: one that lies elsewhere stays known once its daemon had it loaded,
 * because nothing shows later whether it is still there. Pure.
 */
export const walletsAfter = (before: readonly string[] | undefined, named: readonly string[]): string[] =>
  [...new Set([...named, ...(before ?? []).filter(isElsewhere)])].toSorted();
