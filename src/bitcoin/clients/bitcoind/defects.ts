import type { Defect } from '../version-data.ts';

/** Source: the release notes of the versions that fixed them, and the pull requests that these name. */
export const defects: readonly Defect[] = [
  {
    // bitcoin/bitcoin#35298 (measured: 7.5 to 8.3 GB an hour), fixed by #35465. Versions before 29 were not examined. The
    // chain state of other networks is a fraction of mainnet's 14 GB.
    id: 'chainstate_rewrites',
    kind: 'defect',
    from: '29.0',
    before: '31.1',
    fixedIn: ['29.4', '30.3', '31.1'],
    what: 'rewrites its whole chain state about every hour, 180 to 200 GB a day, which wears out the disk',
    affects: 'mainnet',
  },
  {
    // bitcoin/bitcoin#35319, fixed by #35410.
    id: 'private_broadcast_leak',
    kind: 'unsafe_option',
    from: '31.0',
    before: '31.1',
    fixedIn: ['31.1'],
    what: 'may send private broadcasts over clearnet, which reveals the address of the sender',
    workaround: 'remove privatebroadcast, or set proxy for all networks',
    affects: 'private_broadcast_without_proxy',
  },
];
