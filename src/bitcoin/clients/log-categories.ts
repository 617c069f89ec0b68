/**
 * Log categories that every version knows in a release build (src/logging.cpp of 27.0 to 31.0); another one ends the
 * daemon. Left out: `util`, which 28 dropped, and `lock` of debug builds. 32 ignores `libevent` with a warning.
 */
const names =
  'addrman bench blockstorage cmpctblock coindb estimatefee http i2p ipc leveldb libevent mempool ' +
  'mempoolrej net proxy prune qt rand reindex rpc scan selectcoins tor txpackages txreconciliation ' +
  'validation walletdb zmq';

export const logCategories: readonly string[] = names.split(' ');

/** Categories by the major that brought them. */
const later: readonly (readonly [major: number, name: string])[] = [
  [31, 'kernel'],
  [31, 'privatebroadcast'],
  [32, 'mining'],
];

/** The categories of a major version that not every version knows. */
export const laterCategories = (major: number): string[] =>
  later.filter(([since]) => major >= since).map(([, name]) => name);
