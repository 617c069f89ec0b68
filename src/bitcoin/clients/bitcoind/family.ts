import type { ClientFamily } from '../version-data.ts';
import v27 from './27.json' with { type: 'json' };
import v28 from './28.json' with { type: 'json' };
import v29 from './29.json' with { type: 'json' };
import v30 from './30.json' with { type: 'json' };
import v31 from './31.json' with { type: 'json' };
import { advisories } from './advisories.ts';

export const bitcoind: ClientFamily = {
  title: 'Bitcoin Core',
  program: 'bitcoind',
  versions: [v27, v28, v29, v30, v31],
  advisories,
  image: (version) => `bitcoin/bitcoin:${version}`,
  maintainedMajors: 3,
  note: null,
  arguments: [],
  base: null,
};
