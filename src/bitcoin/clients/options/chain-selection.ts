import { address, boolean, choice, hex, type OptionDescriptions, text } from './describe.ts';

/** Chain selection. */
export const chainSelectionOptions: OptionDescriptions = {
  chain: choice('Chain to use', ['main', 'test', 'testnet4', 'signet', 'regtest']),
  regtest: boolean('Use the regression test chain'),
  signet: boolean('Use the signet chain'),
  signetchallenge: hex('Script that signs the blocks of a signet'),
  signetseednode: address('Seed node of a signet'),
  testnet: boolean('Use the testnet3 chain'),
  testnet4: boolean('Use the testnet4 chain'),
  vbparams: text('Start and end of a deployment on regtest'),
};
