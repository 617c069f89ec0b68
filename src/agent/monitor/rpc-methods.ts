import { readingCalls } from '../../bitcoin/reading-calls.ts';

/** Every RPC method that the agent calls itself. */
export const agentRpcMethods = [
  'getblockchaininfo',
  'getblockhash',
  'getchainstates',
  'getblockheader',
  'getchaintips',
  'getdeploymentinfo',
  'getindexinfo',
  'getmempoolinfo',
  'getnettotals',
  'getnetworkinfo',
  'gettxoutsetinfo',
  'listwalletdir',
  'listwallets',
  'uptime',
  'waitforblockheight',
] as const;

/** The node's `rpcwhitelist` for the agent's user: its own calls and those it forwards for users. */
export const agentRpcWhitelist: readonly string[] = [
  ...new Set<string>([...agentRpcMethods, ...readingCalls.map(({ method }) => method)]),
].toSorted();

export type AgentRpcMethod = (typeof agentRpcMethods)[number];
