import { amount, integer, type OptionDescriptions } from './describe.ts';

/** Block templates of this node. */
export const blockCreationOptions: OptionDescriptions = {
  blockmaxweight: integer('Maximum weight of a created block', {
    min: 2000,
    max: 4_000_000,
    unit: 'weight units',
  }),
  blockmintxfee: amount('Minimum fee rate of a transaction in a created block', 'BTC/kvB'),
  blockreservedweight: integer('Weight reserved in a created block for its header and coinbase transaction', {
    min: 2000,
    max: 4_000_000,
    unit: 'weight units',
  }),
  blockversion: integer('Version of created blocks; for tests', { min: -2_147_483_647 }),
};
