// What programs call, as their sources have it. The parameters are facts: what a gateway refuses breaks the program.

/** A chain to call about. */
export interface ChainFacts {
  /** Hash of a block. */
  block: string;
  /** Id of a transaction in this block. */
  txid: string;
  /** That transaction, in hex. */
  hex: string;
}

export interface PatternCall {
  method: string;
  params: readonly unknown[];
  /** A method that no daemon of today has: the program concludes from the error what it talks to. */
  isProbe?: true;
}

const call = (method: string, ...params: readonly unknown[]): PatternCall => ({ method, params });

/**
 * LND with `bitcoind.rpcpolling`: btcsuite/btcwallet/chain (bitcoind_conn.go, bitcoind_client.go, bitcoind_rpc_events.go, mempool.go,
 * pruned_block_dispatcher.go) with the parameters of btcsuite/btcd/rpcclient, and lightningnetwork/lnd (lnwallet/chainfee/estimator.go,
 * chainreg/taproot_check.go).
 */
export const lnd = ({ block, txid, hex }: ChainFacts): readonly PatternCall[] => [
  // btcd has it.
  { method: 'getinfo', params: [], isProbe: true },
  call('getnetworkinfo'),
  call('getblockhash', 0),
  call('getblockchaininfo'),
  call('getdeploymentinfo'),
  call('getblockheader', block, true),
  call('getblockheader', block, false),
  call('getblock', block, 0),
  call('getblock', block, 1),
  call('getrawmempool', false),
  call('getrawtransaction', txid, 0),
  call('getrawtransaction', txid, 1),
  call('gettxout', txid, 0, true),
  call('gettxspendingprevout', [{ txid, vout: 0 }]),
  call('testmempoolaccept', [hex], 0),
  call('sendrawtransaction', hex, 0),
  call('estimatesmartfee', 6),
  // To find peers that have the blocks which a pruned node lacks.
  call('getpeerinfo'),
  call('getnodeaddresses'),
];

/** electrs: romanz/electrs/src/daemon.rs and mempool.rs, with the parameters of rust-bitcoincore-rpc. Blocks come over P2P. */
export const electrs = ({ block, txid, hex }: ChainFacts): readonly PatternCall[] => [
  call('getblockchaininfo'),
  call('getnetworkinfo'),
  call('estimatesmartfee', 6),
  call('getrawmempool'),
  call('getmempoolentry', txid),
  call('getrawtransaction', txid),
  call('getrawtransaction', txid, true, null),
  call('getrawtransaction', txid, true, block),
  call('getrawtransaction', txid, false, block),
  call('getblock', block, 1),
  call('sendrawtransaction', hex),
];

/** As many calls as LND sends in a batch for the transactions of the mempool (`DefaultGetRawTxBatchSize`). */
export const lndBatchSize = 1000;
