import { amount, boolean, integer, type OptionDescriptions } from './describe.ts';

/** Relay policy. */
export const relayOptions: OptionDescriptions = {
  acceptnonstdtxn: boolean('Relay nonstandard transactions; only on test networks'),
  bytespersigop: integer('Virtual bytes counted per signature operation'),
  datacarrier: boolean('Relay transactions that carry data'),
  datacarriersize: integer('Maximum bytes of data in a relayed transaction', { min: 0, unit: 'bytes' }),
  dustrelayfee: amount('Fee rate below which an output is dust', 'BTC/kvB'),
  incrementalrelayfee: amount('Additional fee rate of a replacement', 'BTC/kvB'),
  mempoolfullrbf: boolean('Accept replacements of transactions that did not signal replaceability'),
  minrelaytxfee: amount('Minimum fee rate of a relayed transaction', 'BTC/kvB'),
  permitbaremultisig: boolean('Relay transactions with bare multisignature outputs'),
  privatebroadcast: boolean('Send own transactions only over Tor or I2P, each over its own connection'),
  whitelistforcerelay: boolean('Relay transactions of permitted peers even if they are already in the mempool'),
  whitelistrelay: boolean('Accept transactions of permitted peers even if it relays none'),
};
