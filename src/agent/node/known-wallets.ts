/** A wallet outside the node's wallet folder, which `listwalletdir` does not list. */
const isElsewhere = (wallet: string): boolean => wallet.startsWith('/') || wallet.split('/').includes('..');

/** Returns a node's known wallets after its daemon named some. One outside its folder stays known: nothing shows later whether it is gone. */
export const walletsAfter = (before: readonly string[] | undefined, named: readonly string[]): string[] =>
  [...new Set([...named, ...(before ?? []).filter(isElsewhere)])].toSorted();
