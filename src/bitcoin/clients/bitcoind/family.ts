import type { ClientFamily } from '../version-data.ts';
import { advisories } from './advisories.ts';
import { defects } from './defects.ts';
import * as versions from './versions.ts';

export const bitcoind: ClientFamily = {
  title: 'Bitcoin Core',
  program: 'bitcoind',
  versions: Object.values(versions),
  advisories,
  defects,
  image: (version) => `bitcoin/bitcoin:${version}`,
  maintainedMajors: 3,
  note: null,
  arguments: [],
  base: null,
};
