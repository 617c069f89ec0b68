import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../agent/monitor/daemon.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { type MemberDaemon, memberDaemons, share } from './daemons.ts';
import { type Lie, lyingMember } from './lying-member.ts';
import { type RunningGateway, runningGateway } from './running-gateway.ts';

// A block that one member has pruned. The stand-in daemon prunes only whole files of 128 MiB, so that a proxy refuses its
// block as a pruned daemon does.

let full: MemberDaemon;
let other: MemberDaemon;
/** A block with more transactions than are decoded together, one of them with a witness. */
let old: string;
let txids: string[];

const folder = sharedFolder('gateway-old-blocks');
const results = async <T>(daemon: Daemon, method: string, params: readonly unknown[] = []): Promise<T> => {
  const { status, result } = await daemon.ask(method, params);
  if (status !== 200) throw new Error(`${method}: ${String(result)}`);
  return result as T;
};

/** Spends the output of a coinbase that anybody can spend. */
async function spend(daemon: Daemon, height: number, address: string): Promise<void> {
  const hash = await results<string>(daemon, 'getblockhash', [height]);
  const { tx } = await results<{ tx: string[] }>(daemon, 'getblock', [hash]);
  const hex = await results<string>(daemon, 'createrawtransaction', [
    [{ txid: tx[0], vout: 0 }],
    [{ [address]: 49.999 }],
  ]);
  await results(daemon, 'sendrawtransaction', [hex]);
}

beforeAll(async () => {
  [full, other] = (await memberDaemons(folder, 'full', 'other')) as [MemberDaemon, MemberDaemon];
  const { daemon } = full;
  await results(daemon, 'createwallet', ['witness']);
  const address = await results<string>(daemon, 'getnewaddress', ['', 'bech32']);
  const { p2sh } = await results<{ p2sh: string }>(daemon, 'decodescript', ['51']);
  const hashes = await daemon.mine(220);
  await spend(daemon, 1, address);
  hashes.push(...(await daemon.mine(1)));
  await results(daemon, 'sendtoaddress', [address, 1]);
  for (let height = 2; height < 112; height++) await spend(daemon, height, p2sh);
  const [mined = ''] = await daemon.mine(1);
  old = mined;
  hashes.push(old, ...(await daemon.mine(3)));
  txids = (await results<{ tx: string[] }>(daemon, 'getblock', [old])).tx;
  await share(daemon, hashes, other.daemon);
}, 120_000);

afterAll(() => Promise.all([full, other].map((each) => each?.daemon.remove())));

const pruned: Lie = ({ method, params }, { result }) => {
  if (method === 'getblockchaininfo') return { result: { ...(result as object), pruned: true } };
  const isOld = (method === 'getblock' && params[0] === old) || (method === 'getrawtransaction' && params[2] === old);
  return isOld ? { error: { code: -1, message: 'Block not available (pruned data)' } } : undefined;
};
/** A daemon that the gateway does not use, because it is syncing. */
const syncing: Lie = ({ method }, { result }) =>
  method === 'getblockchaininfo' ? { result: { ...(result as object), headers: 9999 } } : undefined;

async function gatewayWith(lie: Lie, ...codes: string[]): Promise<RunningGateway> {
  const gateway = await runningGateway([await lyingMember(other.member, pruned), await lyingMember(full.member, lie)]);
  await gateway.untilMembers('used', ...codes);
  return gateway;
}

const calls = (): [string, unknown[]][] => [
  ['getblock', [old, 0]],
  ['getblock', [old, 1]],
  ['getblock', [old, 2]],
  ['getrawtransaction', [txids.at(-1), false, old]],
  ['getrawtransaction', [txids.at(-1), true, old]],
];

test('has a block with witnesses and many transactions', async () => {
  const found = await results<{ size: number; strippedsize: number; nTx: number }>(full.daemon, 'getblock', [old]);
  expect([found.nTx > 100, found.size > found.strippedsize]).toEqual([true, true]);
});

test.each([
  ['answers calls', () => undefined, 'used'],
  ['is syncing', syncing, 'syncing'],
] as [string, Lie, string][])(
  'answers as a full node for a pruned block while another member %s',
  async (_, lie, code) => {
    const gateway = await gatewayWith(lie, code);
    for (const [method, params] of calls())
      for (let connection = 0; connection < 2; connection++) {
        const { json } = await gateway.caller().call(method, params);
        expect(json.result).toEqual(await results(full.daemon, method, params));
      }
  },
);

test('says that undo data is missing for what a pruned block spends', async () => {
  const gateway = await gatewayWith(syncing, 'syncing');
  for (const [method, params] of [
    ['getblock', [old, 3]],
    ['getrawtransaction', [txids[0], 2, old]],
  ] as const) {
    const { json } = await gateway.caller().call(method, params);
    expect(json.error).toEqual({ code: -1, message: expect.stringContaining('undo data') });
  }
});

test('says that a transaction is not in a pruned block', async () => {
  const gateway = await gatewayWith(syncing, 'syncing');
  const { json } = await gateway.caller().call('getrawtransaction', ['ab'.repeat(32), true, old]);
  expect(json.error).toMatchObject({ code: -5 });
});

test('passes on no bytes that are not those of the block', async () => {
  const gateway = await gatewayWith((call, answer) => {
    if (call.method !== 'getblock') return syncing(call, answer);
    const hex = String(answer.result);
    return { result: `${hex.slice(0, -10)}${hex.endsWith('0') ? '1' : '0'}${hex.slice(-9)}` };
  }, 'syncing');
  const { json } = await gateway.caller().call('getblock', [old, 0]);
  expect([json.result, json.error?.code]).toEqual([null, -1]);
});

test('passes on the refusal of a pruned node without a full one', async () => {
  const gateway = await runningGateway([await lyingMember(other.member, pruned)]);
  await gateway.untilMembers();
  const { json } = await gateway.caller().call('getblock', [old]);
  expect(json.error).toEqual({ code: -1, message: 'Block not available (pruned data)' });
});
