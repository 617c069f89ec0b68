import { address, boolean, choice, hex, type OptionDescriptions, text } from './describe.ts';

/** The chain. */
export const chainSelectionOptions: OptionDescriptions = {
  chain: choice('The chain to follow', ['main', 'test', 'testnet4', 'signet', 'regtest']),
  regtest: boolean('Follows a private chain for testing'),
  signet: boolean('Follows the signed test network'),
  signetchallenge: hex('Script that signs the blocks of a signet'),
  signetseednode: address('A peer to ask for addresses on a signet'),
  testnet: boolean('Follows the test network'),
  testnet4: boolean('Follows the fourth test network'),
  vbparams: text('When a deployment begins and ends on regtest'),
};
