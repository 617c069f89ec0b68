import { bitcoind } from '../bitcoind/family.ts';
import type { ClientFamily } from '../version-data.ts';
import v29 from './29.json' with { type: 'json' };

/**
 * Bitcoin Knots. Its data file lists options that it adds to Bitcoin Core of the same major, or whose defaults differ
 * (doc/man/bitcoind.1 of its source). It publishes no maintenance policy.
 */
export const knots: ClientFamily = {
  title: 'Bitcoin Knots',
  program: 'bitcoind',
  versions: [v29],
  advisories: [],
  defects: [],
  image: null,
  maintainedMajors: null,
  note: 'enforces different consensus rules from Bitcoin Core',
  // Otherwise it reads a second configuration file from the data directory, where an RPC caller can write files.
  arguments: ['-confrw=/dev/null'],
  base: bitcoind,
};
