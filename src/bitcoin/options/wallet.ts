import { amount, boolean, choice, integer, type OptionDescriptions, text } from './describe.ts';

/** The wallet. */
export const walletOptions: OptionDescriptions = {
  addresstype: choice('Type of new addresses', ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']),
  avoidpartialspends: boolean('Spends all coins of an address together, for privacy'),
  changetype: choice('Type of addresses for change', ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']),
  consolidatefeerate: amount('Fee rate below which more inputs are spent than are needed', 'BTC/kvB'),
  dblogsize: integer('Size of the log of a legacy wallet before it is flushed', { min: 0, unit: 'MB' }),
  disablewallet: boolean('Has no wallet, and no calls for it'),
  discardfee: amount('Fee rate below which change is given to the miners', 'BTC/kvB'),
  fallbackfee: amount('Fee rate when none can be estimated; 0 refuses to send then', 'BTC/kvB'),
  flushwallet: boolean('Flushes legacy wallets to disk all the time'),
  keypool: integer('Keys that are made in advance', { min: 1 }),
  maxapsfee: { ...amount('Most to pay in addition to avoid partial spends; -1 never does', 'BTC'), min: -1 },
  mintxfee: amount('Lowest fee rate of a transaction that is made here', 'BTC/kvB'),
  paytxfee: amount('Fee rate of transactions that are made here; 0 estimates it', 'BTC/kvB'),
  privdb: boolean('Keeps the database environment of legacy wallets private'),
  signer: text('Command of an external signer'),
  spendzeroconfchange: boolean('Spends change that is not confirmed yet'),
  txconfirmtarget: integer('Blocks within which a transaction should be confirmed', {
    min: 1,
    max: 1008,
    unit: 'blocks',
  }),
  unsafesqlitesync: boolean('Does not wait for the disk when it writes a wallet; may lose it'),
  wallet: text('Wallet to load at the start, by its name'),
  walletbroadcast: boolean('Sends the transactions of the wallet to peers'),
  walletcrosschain: boolean('Loads wallets of another chain'),
  walletdir: text('Directory of the wallets'),
  walletnotify: text('Command to run when a transaction of the wallet changes'),
  walletrbf: boolean('Lets transactions that are made here be replaced'),
  walletrejectlongchains: boolean('Makes no transaction that the limits of chains would refuse'),
};
