import { amount, boolean, integer, type OptionDescriptions } from './describe.ts';

/** Which transactions are relayed. */
export const relayOptions: OptionDescriptions = {
  acceptnonstdtxn: boolean('Relays transactions that are not standard; only on test networks'),
  bytespersigop: integer('Virtual bytes that a signature operation counts for'),
  datacarrier: boolean('Relays transactions that carry data'),
  datacarriersize: integer('Most bytes of data that a relayed transaction carries', { min: 0, unit: 'bytes' }),
  dustrelayfee: amount('Fee rate below which an output is dust', 'BTC/kvB'),
  incrementalrelayfee: amount('Fee rate that a replacement pays in addition', 'BTC/kvB'),
  mempoolfullrbf: boolean('Accepts replacements of transactions that did not announce it'),
  minrelaytxfee: amount('Lowest fee rate of a transaction that is relayed', 'BTC/kvB'),
  permitbaremultisig: boolean('Relays transactions with bare multisignature outputs'),
  privatebroadcast: boolean('Sends own transactions over Tor or I2P only, each by a connection of its own'),
  whitelistforcerelay: boolean('Relays transactions of peers with permissions also when they are in the mempool'),
  whitelistrelay: boolean('Accepts transactions of peers with permissions although it relays none'),
};
