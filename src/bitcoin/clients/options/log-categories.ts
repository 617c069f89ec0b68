/**
 * Log categories that every version knows in a release build (src/logging.cpp of 27.0 to 31.0); another one ends the
 * daemon. Left out: `util`, which 28 dropped, `kernel` and `privatebroadcast`, new in 31, and `lock` of debug builds.
 */
const names =
  'addrman bench blockstorage cmpctblock coindb estimatefee http i2p ipc leveldb libevent mempool ' +
  'mempoolrej net proxy prune qt rand reindex rpc scan selectcoins tor txpackages txreconciliation ' +
  'validation walletdb zmq';

export const logCategories: readonly string[] = names.split(' ');
