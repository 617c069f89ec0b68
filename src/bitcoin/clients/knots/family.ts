import { bitcoind } from '../bitcoind/family.ts';
import type { ClientFamily } from '../client-family.ts';
import v29 from './29.json' with { type: 'json' };

/**
 * Bitcoin Knots. Its data file lists the options that it adds to Bitcoin Core of the same major or gives other defaults (doc/man/bitcoind.1 of
 * its source). No policy of maintenance is published.
 */
export const knots: ClientFamily = {
  title: 'Bitcoin Knots',
  program: 'bitcoind',
  versions: [v29],
  advisories: [],
  image: null,
  maintainedMajors: null,
  note: 'enforces other consensus rules than Bitcoin Core',
  // It would read a second configuration file from the data directory, where a caller of its RPC may have files written.
  arguments: ['-confrw=/dev/null'],
  base: bitcoind,
};
