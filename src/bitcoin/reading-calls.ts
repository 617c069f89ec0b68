export type ParameterKind = 'height' | 'hash' | 'count' | 'flag' | 'hex' | 'text';

export interface CallParameter {
  name: string;
  kind: ParameterKind;
  isOptional?: boolean;
}

/** A method of a node's RPC that only reads. */
export interface ReadingCall {
  method: string;
  about: string;
  parameters: readonly CallParameter[];
}

const height: CallParameter = { name: 'height', kind: 'height' };
const blockHash: CallParameter = { name: 'blockhash', kind: 'hash' };
const txid: CallParameter = { name: 'txid', kind: 'hash' };
const optional = (name: string, kind: ParameterKind): CallParameter => ({ name, kind, isOptional: true });

/**
 * The methods that people may call through an agent: quick read-only queries of the chain, the mempool or the network.
 * No wallet calls, none that take minutes, none that name files or other callers.
 */
export const readingCalls: readonly ReadingCall[] = [
  { method: 'getblockchaininfo', about: 'Chain state', parameters: [] },
  { method: 'getblockcount', about: 'The current height', parameters: [] },
  { method: 'getbestblockhash', about: 'The hash of the last block', parameters: [] },
  { method: 'getblockhash', about: 'The hash of the block at a height', parameters: [height] },
  { method: 'getblockheader', about: 'The header of a block', parameters: [blockHash, optional('verbose', 'flag')] },
  { method: 'getblock', about: 'A block with its transaction ids', parameters: [blockHash] },
  { method: 'getblockstats', about: 'Statistics of a block', parameters: [height] },
  { method: 'getchaintips', about: 'The tips of all branches', parameters: [] },
  { method: 'getchaintxstats', about: 'Transaction statistics over time', parameters: [optional('nblocks', 'count')] },
  { method: 'getdifficulty', about: 'The difficulty', parameters: [] },
  { method: 'getdeploymentinfo', about: 'Deployments of consensus changes', parameters: [] },
  { method: 'getindexinfo', about: 'The state of the indexes', parameters: [] },
  { method: 'gettxout', about: 'An unspent output', parameters: [txid, { name: 'n', kind: 'count' }] },
  {
    method: 'getrawtransaction',
    about: 'A transaction, from the mempool, the transaction index or a given block',
    parameters: [txid, optional('verbose', 'flag'), optional('blockhash', 'hash')],
  },
  { method: 'decoderawtransaction', about: 'A decoded transaction', parameters: [{ name: 'hex', kind: 'hex' }] },
  { method: 'decodescript', about: 'A decoded script', parameters: [{ name: 'hex', kind: 'hex' }] },
  { method: 'validateaddress', about: 'Whether an address is valid', parameters: [{ name: 'address', kind: 'text' }] },
  { method: 'getmempoolinfo', about: 'The state of the mempool', parameters: [] },
  { method: 'getrawmempool', about: 'The transaction ids in the mempool', parameters: [] },
  { method: 'getmempoolentry', about: 'A transaction in the mempool', parameters: [txid] },
  { method: 'getmempoolancestors', about: 'The mempool ancestors of a transaction', parameters: [txid] },
  { method: 'getmempooldescendants', about: 'The mempool descendants of a transaction', parameters: [txid] },
  { method: 'estimatesmartfee', about: 'An estimated fee rate', parameters: [{ name: 'conf_target', kind: 'count' }] },
  { method: 'getnetworkinfo', about: 'The state of the network', parameters: [] },
  { method: 'getpeerinfo', about: 'The peers', parameters: [] },
  { method: 'getconnectioncount', about: 'The number of peers', parameters: [] },
  { method: 'getnettotals', about: 'Bytes sent and received', parameters: [] },
  { method: 'listbanned', about: 'Banned addresses', parameters: [] },
  { method: 'getmininginfo', about: 'The state of mining', parameters: [] },
  { method: 'getnetworkhashps', about: 'The hash rate of the network', parameters: [optional('nblocks', 'count')] },
  { method: 'getmemoryinfo', about: 'Locked memory of the daemon', parameters: [] },
  { method: 'uptime', about: 'Uptime of the daemon in seconds', parameters: [] },
];

/** Maximum length of one parameter, in UTF-16 units: a transaction in hexadecimal digits. */
export const maxParameterLength = 20_000;

const patterns: Readonly<Record<ParameterKind, { pattern: RegExp; must: string }>> = {
  height: { pattern: /^\d{1,8}$/, must: 'must be a height, such as 840000' },
  count: { pattern: /^\d{1,8}$/, must: 'must be a non-negative whole number' },
  hash: { pattern: /^[0-9a-fA-F]{64}$/, must: 'must be 64 hexadecimal digits' },
  hex: { pattern: /^(?:[0-9a-fA-F]{2})+$/, must: 'must be pairs of hexadecimal digits' },
  flag: { pattern: /^(?:true|false)$/, must: 'must be true or false' },
  text: {
    pattern: /^[\x21-\x7e]{1,200}$/,
    must: 'must be up to 200 letters, digits and punctuation characters without spaces',
  },
};

const parsed = (kind: ParameterKind, text: string): unknown =>
  kind === 'height' || kind === 'count' ? Number(text) : kind === 'flag' ? text === 'true' : text;

/** A call in the daemon's format, or what is wrong with it. */
export type ReadCall =
  | { method: string; params: readonly unknown[] }
  | { issues: readonly { path: readonly (string | number)[]; message: string }[] };

export const findReadingCall = (method: string): ReadingCall | undefined =>
  readingCalls.find((call) => call.method === method);

/** Parses a person's call: its method, and its parameters as texts in order. */
export function readCall(method: string, texts: readonly string[]): ReadCall {
  const call = findReadingCall(method);
  if (call === undefined)
    return { issues: [{ path: ['method'], message: 'is not one of the allowed read-only calls' }] };
  const { parameters } = call;
  const needed = parameters.filter(({ isOptional }) => !isOptional).length;
  if (texts.length < needed || texts.length > parameters.length)
    return { issues: [{ path: ['params'], message: `must be ${signatureOf(call)}` }] };
  const issues = parameters.slice(0, texts.length).flatMap(({ name, kind }, index) => {
    const text = texts[index] ?? '';
    const { pattern, must } = patterns[kind];
    return text.length <= maxParameterLength && pattern.test(text)
      ? []
      : [{ path: ['params', index], message: `${name} ${must}` }];
  });
  if (issues.length > 0) return { issues };
  const params = parameters.slice(0, texts.length).map(({ kind }, index) => parsed(kind, texts[index] ?? ''));
  return { method, params };
}

/** Returns the syntax of a call, such as `getblockheader BLOCKHASH [VERBOSE]`. */
export function signatureOf({ method, parameters }: ReadingCall): string {
  const names = parameters.map(({ name, isOptional }) => (isOptional ? `[${name.toUpperCase()}]` : name.toUpperCase()));
  return [method, ...names].join(' ');
}
