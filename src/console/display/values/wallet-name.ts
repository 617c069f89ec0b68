/** What a wallet is called: the default one has no name. Pure. */
export const walletName = (name: string): string => (name === '' ? 'the default one' : name);
