/** What a parameter of a call is. */
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
 * The methods that people may call through an agent: each reads what the chain, the mempool or the network is like, soon and without an
 * effect. None of a wallet, none that takes minutes, none that names files or other callers.
 */
export const readingCalls: readonly ReadingCall[] = [
  { method: 'getblockchaininfo', about: 'The state of the chain', parameters: [] },
  { method: 'getblockcount', about: 'The height', parameters: [] },
  { method: 'getbestblockhash', about: 'The hash of the last block', parameters: [] },
  { method: 'getblockhash', about: 'The hash of a block by its height', parameters: [height] },
  { method: 'getblockheader', about: 'The header of a block', parameters: [blockHash, optional('verbose', 'flag')] },
  { method: 'getblock', about: 'A block with the ids of its transactions', parameters: [blockHash] },
  { method: 'getblockstats', about: 'Figures of a block', parameters: [height] },
  { method: 'getchaintips', about: 'The ends of all branches', parameters: [] },
  { method: 'getchaintxstats', about: 'Transactions over time', parameters: [optional('nblocks', 'count')] },
  { method: 'getdifficulty', about: 'The difficulty', parameters: [] },
  { method: 'getdeploymentinfo', about: 'Changes of the consensus rules', parameters: [] },
  { method: 'getindexinfo', about: 'The state of the indexes', parameters: [] },
  { method: 'gettxout', about: 'An output that is not spent', parameters: [txid, { name: 'n', kind: 'count' }] },
  {
    method: 'getrawtransaction',
    about: 'A transaction, by the transaction index or of a block',
    parameters: [txid, optional('verbose', 'flag'), optional('blockhash', 'hash')],
  },
  { method: 'decoderawtransaction', about: 'What a transaction says', parameters: [{ name: 'hex', kind: 'hex' }] },
  { method: 'decodescript', about: 'What a script says', parameters: [{ name: 'hex', kind: 'hex' }] },
  { method: 'validateaddress', about: 'Whether an address is valid', parameters: [{ name: 'address', kind: 'text' }] },
  { method: 'getmempoolinfo', about: 'The state of the mempool', parameters: [] },
  { method: 'getrawmempool', about: 'The ids of what is in the mempool', parameters: [] },
  { method: 'getmempoolentry', about: 'A transaction of the mempool', parameters: [txid] },
  { method: 'getmempoolancestors', about: 'What a transaction of the mempool spends there', parameters: [txid] },
  { method: 'getmempooldescendants', about: 'What spends a transaction of the mempool there', parameters: [txid] },
  { method: 'estimatesmartfee', about: 'A fee rate', parameters: [{ name: 'conf_target', kind: 'count' }] },
  { method: 'getnetworkinfo', about: 'The state of the network', parameters: [] },
  { method: 'getpeerinfo', about: 'The peers', parameters: [] },
  { method: 'getconnectioncount', about: 'How many peers there are', parameters: [] },
  { method: 'getnettotals', about: 'Bytes sent and received', parameters: [] },
  { method: 'listbanned', about: 'Addresses that are banned', parameters: [] },
  { method: 'getmininginfo', about: 'The state of mining', parameters: [] },
  { method: 'getnetworkhashps', about: 'The hash rate of the network', parameters: [optional('nblocks', 'count')] },
  { method: 'getmemoryinfo', about: 'Memory that the daemon locks', parameters: [] },
  { method: 'uptime', about: 'Seconds since the daemon started', parameters: [] },
];

/** Largest length of one parameter, in UTF-16 units: a transaction in hexadecimal digits. */
export const maxParameterLength = 20_000;

const patterns: Readonly<Record<ParameterKind, { pattern: RegExp; must: string }>> = {
  height: { pattern: /^\d{1,8}$/, must: 'must be a height, such as 840000' },
  count: { pattern: /^\d{1,8}$/, must: 'must be a whole number from 0' },
  hash: { pattern: /^[0-9a-fA-F]{64}$/, must: 'must have 64 hexadecimal digits' },
  hex: { pattern: /^(?:[0-9a-fA-F]{2})+$/, must: 'must be pairs of hexadecimal digits' },
  flag: { pattern: /^(?:true|false)$/, must: 'must be true or false' },
  text: { pattern: /^[\x21-\x7e]{1,200}$/, must: 'must be up to 200 letters, digits and signs without a space' },
};

const parsed = (kind: ParameterKind, text: string): unknown =>
  kind === 'height' || kind === 'count' ? Number(text) : kind === 'flag' ? text === 'true' : text;

/** A call as a daemon takes it, or what is wrong with it. */
export type ReadCall =
  | { method: string; params: readonly unknown[] }
  | { issues: readonly { path: readonly (string | number)[]; message: string }[] };

export const findReadingCall = (method: string): ReadingCall | undefined =>
  readingCalls.find((call) => call.method === method);

/** Reads a call of somebody: its method, and its parameters as texts in their order. Pure. */
export function readCall(method: string, texts: readonly string[]): ReadCall {
  const call = findReadingCall(method);
  if (call === undefined)
    return {
      issues: [{ path: ['method'], message: 'is not one of the allowed read-only calls' }],
    };
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
  return {
    method,
    params: parameters.slice(0, texts.length).map(({ kind }, index) => parsed(kind, texts[index] ?? '')),
  };
}

/** Returns how a call is written, such as `getblockheader BLOCKHASH [VERBOSE]`. Pure. */
export function signatureOf({ method, parameters }: ReadingCall): string {
  const names = parameters.map(({ name, isOptional }) => (isOptional ? `[${name.toUpperCase()}]` : name.toUpperCase()));
  return [method, ...names].join(' ');
}
