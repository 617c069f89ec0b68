/** Errors that the gateway answers itself, by the codes of JSON-RPC and of Bitcoin Core (src/rpc/protocol.h). */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  /** Also for a method that the consumer may not call: clients that probe for methods expect it. */
  methodNotFound: -32601,
  internal: -32603,
  /** Core's RPC_IN_WARMUP. Clients such as bitcoin-cli -rpcwait and LND try again. */
  inWarmup: -28,
  /** Core's RPC_VERIFY_ALREADY_IN_UTXO_SET: sendrawtransaction of a confirmed transaction. */
  alreadyInChain: -27,
  /** Core's RPC_MISC_ERROR: a block that was pruned. */
  misc: -1,
  /** Core's RPC_INVALID_ADDRESS_OR_KEY: an unknown block or transaction. */
  invalidAddressOrKey: -5,
  /** Core's RPC_INVALID_PARAMETER. */
  invalidParameter: -8,
  /** Core's RPC_WALLET_NOT_FOUND. */
  walletNotFound: -18,
  /** Core's RPC_WALLET_NOT_SPECIFIED. */
  walletNotSpecified: -19,
  /** EIP-1474's names, which JSON-RPC gateways share: the code is free for servers. */
  resourceUnavailable: -32002,
  limitExceeded: -32005,
} as const;

export interface RpcFault {
  code: number;
  message: string;
}

/** HTTP statuses of an error outside of a batch, as HTTPReq_JSONRPC in src/httprpc.cpp sends them. */
export const statusOf = (code: number): number =>
  code === rpcCodes.invalidRequest
    ? 400
    : code === rpcCodes.methodNotFound
      ? 404
      : code === rpcCodes.limitExceeded
        ? 429
        : 500;
