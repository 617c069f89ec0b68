import { amount, boolean, choice, integer, type OptionDescriptions, text } from './describe.ts';

const categories = [
  ...['addrman', 'all', 'bench', 'blockstorage', 'cmpctblock', 'coindb', 'estimatefee', 'http', 'i2p', 'ipc'],
  ...['leveldb', 'libevent', 'lock', 'mempool', 'mempoolrej', 'net', 'none', 'proxy', 'prune', 'qt', 'rand'],
  ...['reindex', 'rpc', 'scan', 'selectcoins', 'tor', 'txpackages', 'txreconciliation', 'util', 'validation'],
  ...['walletdb', 'zmq', '0', '1'],
];

/** Log, limits and tests. */
export const debuggingOptions: OptionDescriptions = {
  acceptstalefeeestimates: boolean('Accept old fee estimates; for tests'),
  addrmantest: boolean('Allow addresses to be tested; for tests'),
  capturemessages: boolean('Write every message of peers to disk'),
  checkaddrman: integer('Interval of address table checks, in operations; 0 disables them'),
  checkblockindex: integer('Interval of block index checks, in operations; 0 disables them'),
  checkblocks: integer('Blocks to verify at startup; 0 is all', { min: 0, unit: 'blocks' }),
  checklevel: integer('How thoroughly blocks are verified at startup', { min: 0, max: 4 }),
  checkmempool: integer('Interval of mempool checks, in transactions; 0 disables them'),
  checkpoints: boolean('Reject chains that fork before the last checkpoint'),
  debug: choice('Enable debug logging for this category', categories),
  debugexclude: choice('Disable debug logging for this category', categories),
  deprecatedrpc: text('Keep a deprecated RPC method available'),
  fastprune: boolean('Prune in small steps; for tests'),
  limitancestorcount: integer('Maximum number of unconfirmed ancestors of a mempool transaction', {
    min: 0,
    unit: 'transactions',
  }),
  limitancestorsize: integer('Maximum size of a transaction with its unconfirmed ancestors', { min: 0, unit: 'kvB' }),
  limitclustercount: integer('Maximum number of transactions in a mempool cluster', {
    min: 1,
    max: 64,
    unit: 'transactions',
  }),
  limitclustersize: integer('Maximum size of a mempool cluster', { min: 1, unit: 'kvB' }),
  limitdescendantcount: integer('Maximum number of unconfirmed descendants of a transaction', {
    min: 0,
    unit: 'transactions',
  }),
  limitdescendantsize: integer('Maximum size of a transaction with its unconfirmed descendants', {
    min: 0,
    unit: 'kvB',
  }),
  logips: boolean('Log IP addresses of peers'),
  loglevel: text('Log level, optionally for one category (CATEGORY:LEVEL)'),
  loglevelalways: boolean('Log category and level on every line'),
  logratelimit: boolean('Rate-limit each log location per hour'),
  logsourcelocations: boolean('Log the source location on every line'),
  logthreadnames: boolean('Log the thread name on every line'),
  logtimemicros: boolean('Log microseconds'),
  logtimestamps: boolean('Log the time on every line'),
  maxsigcachesize: integer('Memory for the signature cache', { min: 0, unit: 'MiB' }),
  maxtipage: integer('Age of the tip above which the daemon is in initial block download', { min: 0, unit: 'seconds' }),
  maxtxfee: amount('Maximum total fee of a wallet transaction', 'BTC'),
  mocktime: integer('Fixed current time; for tests', { min: 0, unit: 'seconds since 1970' }),
  printpriority: boolean('Log the fee rates of the transactions in a created block'),
  printtoconsole: boolean('Log to standard output'),
  shrinkdebugfile: boolean('Shrink the debug log at startup'),
  stopafterblockimport: boolean('Exit after importing blocks; for tests'),
  stopatheight: integer('Exit at this height; for tests', { min: 0, unit: 'blocks' }),
  test: text('Test option'),
  testactivationheight: text('Height at which a rule becomes active on regtest'),
  uacomment: text('Comment in the user agent that peers see'),
};
