import { amount, boolean, choice, integer, type OptionDescriptions, text } from './describe.ts';

const categories = [
  ...['addrman', 'all', 'bench', 'blockstorage', 'cmpctblock', 'coindb', 'estimatefee', 'http', 'i2p', 'ipc'],
  ...['leveldb', 'libevent', 'lock', 'mempool', 'mempoolrej', 'net', 'none', 'proxy', 'prune', 'qt', 'rand'],
  ...['reindex', 'rpc', 'scan', 'selectcoins', 'tor', 'txpackages', 'txreconciliation', 'util', 'validation'],
  ...['walletdb', 'zmq', '0', '1'],
];

/** Log, limits and tests. */
export const debuggingOptions: OptionDescriptions = {
  acceptstalefeeestimates: boolean('Reads fee estimates that are old; for tests'),
  addrmantest: boolean('Lets addresses be tested; for tests'),
  capturemessages: boolean('Writes every message of peers to disk'),
  checkaddrman: integer('Checks the table of addresses every so many operations; 0 never does'),
  checkblockindex: integer('Checks the index of blocks every so many operations; 0 never does'),
  checkblocks: integer('Blocks to verify at the start; 0 is all', { min: 0, unit: 'blocks' }),
  checklevel: integer('How thoroughly blocks are verified at the start', { min: 0, max: 4 }),
  checkmempool: integer('Checks the mempool every so many transactions; 0 never does'),
  checkpoints: boolean('Refuses chains that part from the known one below the last checkpoint'),
  debug: choice('Logs more of this category', categories),
  debugexclude: choice('Logs less of this category', categories),
  deprecatedrpc: text('Lets a deprecated RPC method still be called'),
  fastprune: boolean('Prunes in small steps; for tests'),
  limitancestorcount: integer('Most unconfirmed ancestors of a transaction in the mempool', {
    min: 0,
    unit: 'transactions',
  }),
  limitancestorsize: integer('Largest size of a transaction with its unconfirmed ancestors', { min: 0, unit: 'kvB' }),
  limitdescendantcount: integer('Most unconfirmed descendants of a transaction', { min: 0, unit: 'transactions' }),
  limitdescendantsize: integer('Largest size of a transaction with its unconfirmed descendants', {
    min: 0,
    unit: 'kvB',
  }),
  logips: boolean('Logs the addresses of peers'),
  loglevel: text('How much is logged: a level, or a category, a colon and a level'),
  loglevelalways: boolean('Logs category and level with every line'),
  logsourcelocations: boolean('Logs the place in the source with every line'),
  logthreadnames: boolean('Logs the name of the thread with every line'),
  logtimemicros: boolean('Logs microseconds'),
  logtimestamps: boolean('Logs the time with every line'),
  maxsigcachesize: integer('Memory for signatures that were verified', { min: 0, unit: 'MiB' }),
  maxtipage: integer('Age of the tip beyond which the daemon is in its initial download', { min: 0, unit: 'seconds' }),
  maxtxfee: amount('Most that a transaction of the wallet may cost in fees', 'BTC'),
  mocktime: integer('Time to take for the present; for tests', { min: 0, unit: 'seconds since 1970' }),
  printpriority: boolean('Logs the fee rates of the transactions of a new block'),
  printtoconsole: boolean('Logs to the standard output'),
  shrinkdebugfile: boolean('Shortens the debug log at the start'),
  stopafterblockimport: boolean('Ends once blocks are imported; for tests'),
  stopatheight: integer('Ends at this height; for tests', { min: 0, unit: 'blocks' }),
  test: text('Option of tests'),
  testactivationheight: text('Height at which a rule becomes active on regtest'),
  uacomment: text('Comment in what the daemon calls itself to its peers'),
};
