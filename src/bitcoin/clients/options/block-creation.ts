import { amount, integer, type OptionDescriptions } from './describe.ts';

/** Fees and sizes of blocks that are made here. */
export const blockCreationOptions: OptionDescriptions = {
  blockmaxweight: integer('Largest weight of a block that is made here', {
    min: 2000,
    max: 4_000_000,
    unit: 'weight units',
  }),
  blockmintxfee: amount('Lowest fee rate of a transaction in a block that is made here', 'BTC/kvB'),
  blockreservedweight: integer('Weight of a new block that is kept free for its header and coinbase transaction', {
    min: 2000,
    max: 4_000_000,
    unit: 'weight units',
  }),
  blockversion: integer('Version of blocks that are made here; for tests', { min: -2_147_483_647 }),
};
