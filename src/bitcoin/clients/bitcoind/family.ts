import type { ClientFamily } from '../version-data.ts';
import { advisories } from './advisories.ts';
import * as versions from './versions.ts';

export const bitcoind: ClientFamily = {
  title: 'Bitcoin Core',
  program: 'bitcoind',
  versions: Object.values(versions),
  advisories,
  image: (version) => `bitcoin/bitcoin:${version}`,
  maintainedMajors: 3,
  note: null,
  arguments: [],
  base: null,
};
