import { createHash } from 'node:crypto';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RpcPreset, rpcPresets } from '../../src/bitcoin/rpc-methods.ts';
import { endpointSnippets } from '../../src/console/pages/endpoints/snippets.ts';
import { folderWithBitcoinCli, python } from '../harness/example-programs.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { type ChainFacts, electrs, lnd, lndBatchSize, type PatternCall } from './call-patterns.ts';
import { type MemberDaemon, memberDaemons } from './daemons.ts';
import { Caller, consumerConfig, type RunningGateway, runningGateway } from './running-gateway.ts';

// Programs that people have, through a gateway in front of a real daemon.

/** As the control plane makes them: without characters that a URL would escape. */
const secret = 'Zm9yIHRlc3RzIG9mIHJlYWwgY2xpZW50cyBvbmx5_-0';
const folder = sharedFolder('real-clients');
let alpha: MemberDaemon;
let facts: ChainFacts;

const ask = async (method: string, params: unknown[] = []): Promise<unknown> =>
  (await alpha.daemon.ask(method, params)).result;

beforeAll(async () => {
  [alpha] = (await memberDaemons(folder, 'alpha')) as [MemberDaemon];
  const [block = ''] = await alpha.daemon.mine(3);
  const { tx } = (await ask('getblock', [block, 2])) as { tx: { txid: string; hex: string }[] };
  facts = { block, txid: tx[0]?.txid ?? '', hex: tx[0]?.hex ?? '' };
  // The node no longer syncs once it has started with a recent block.
  await alpha.daemon.stop();
  await alpha.daemon.start();
});

afterAll(() => alpha?.daemon.remove());

const consumerWith = (preset: RpcPreset) => {
  const sha256 = createHash('sha256').update(secret).digest('hex');
  return consumerConfig('probe', { methods: [...rpcPresets[preset].methods], secrets: [{ id: 'first', sha256 }] });
};

async function gatewayWith(preset: RpcPreset): Promise<RunningGateway> {
  const gateway = await runningGateway([alpha.member], { consumers: [consumerWith(preset)] });
  await gateway.untilMembers();
  return gateway;
}

const snippetsFor = ({ port }: RunningGateway) =>
  endpointSnippets({ network: 'regtest', address: '127.0.0.1', port, isTls: false }, 'probe');

describe('the settings to copy', () => {
  test('of curl call the node', async () => {
    const { curl = '' } = snippetsFor(await gatewayWith('read'));
    const { stdout } = await execa('bash', ['-c', curl], { env: { SECRET: secret } });
    expect(JSON.parse(stdout)).toMatchObject({ result: { chain: 'regtest', blocks: 3 }, error: null });
  });

  test('of bitcoin-cli call the node', async () => {
    const { 'bitcoin-cli': words = '' } = snippetsFor(await gatewayWith('read'));
    const path = `${await folderWithBitcoinCli()}:${process.env['PATH']}`;
    const { stdout } = await execa('bash', ['-c', words], { env: { PATH: path }, input: `${secret}\n` });
    expect(JSON.parse(stdout)).toMatchObject({ chain: 'regtest', blocks: 3 });
  });

  test('of Python call the node', async () => {
    const { Python: program = '' } = snippetsFor(await gatewayWith('read'));
    const { stdout } = await execa(python, ['-c', program], { env: { SECRET: secret } });
    expect(stdout).toBe('3');
  });

  test('of TypeScript call the node', async () => {
    const { TypeScript: program = '' } = snippetsFor(await gatewayWith('read'));
    const { stdout } = await execa(process.execPath, ['--input-type=module'], {
      ...{ env: { SECRET: secret }, input: program },
    });
    expect(stdout).toContain('result: 3');
  });
});

describe('python-bitcoinlib', () => {
  const inPython = async (preset: RpcPreset, lines: readonly string[]): Promise<string> => {
    const { port } = await gatewayWith(preset);
    const program = [
      'import bitcoin',
      'from bitcoin.core import b2lx, lx',
      'from bitcoin.rpc import Proxy, JSONRPCError',
      "bitcoin.SelectParams('regtest')",
      `proxy = Proxy(service_url='http://probe:${secret}@127.0.0.1:${port}')`,
      ...lines,
    ].join('\n');
    // In an environment variable, because command lines are public.
    return (await execa(python, ['-c', 'import os; exec(os.environ["PROGRAM"])'], { env: { PROGRAM: program } }))
      .stdout;
  };

  test('reads hashes of blocks over one connection', async () => {
    const hashes = await inPython('read', ['for height in range(1, 4): print(b2lx(proxy.getblockhash(height)))']);
    expect(hashes.split('\n')).toEqual(await Promise.all([1, 2, 3].map((height) => ask('getblockhash', [height]))));
  });

  test('reads a transaction', async () => {
    const lines = [
      `print(b2lx(proxy.getrawtransaction(lx('${facts.txid}'), block_hash=lx('${facts.block}')).GetTxid()))`,
    ];
    expect(await inPython('read', lines)).toBe(facts.txid);
  });

  test('gets the error of the node as its own exception', async () => {
    const lines = ['try: proxy.getblockhash(9999)', 'except IndexError as error: print(error)'];
    expect(await inPython('read', lines)).toContain('Block height out of range');
  });

  test('cannot stop the node', async () => {
    const lines = ["try: proxy.call('stop')", "except JSONRPCError as error: print(error.error['code'])"];
    expect(await inPython('read', lines)).toBe('-32601');
  });
});

/** How many calls the gateway refused as not allowed. */
const refusedBy = async (gateway: RunningGateway): Promise<number> =>
  (await gateway.report()).endpoints[0]?.consumers[0]?.calls['not_allowed'] ?? 0;

describe.each<[program: string, preset: RpcPreset, pattern: (facts: ChainFacts) => readonly PatternCall[]]>([
  ['LND', 'lightning', lnd],
  ['electrs', 'indexer', electrs],
])('the calls of %s with the preset %s', (_program, preset, pattern) => {
  test('reach the node, unless they probe', async () => {
    const gateway = await gatewayWith(preset);
    const caller = new Caller(gateway.port, 'probe', secret);
    const calls = pattern(facts);
    for (const { method, params } of calls) await caller.call(method, params);
    const probes = calls.filter(({ isProbe }) => isProbe).length;
    expect(await refusedBy(gateway)).toBe(probes);
  });

  test('reach the node in a batch', async () => {
    const gateway = await gatewayWith(preset);
    const calls = pattern(facts).filter(({ isProbe }) => !isProbe);
    const caller = new Caller(gateway.port, 'probe', secret);
    const { status } = await caller.post(JSON.stringify(calls.map((call, id) => ({ ...call, id }))));
    expect([status, await refusedBy(gateway)]).toEqual([200, 0]);
  });
});

test('LND gets an error for what it probes as of a daemon that lacks the method', async () => {
  const gateway = await gatewayWith('lightning');
  const { status, json } = await new Caller(gateway.port, 'probe', secret).call('getinfo');
  expect([status, json.error?.code]).toEqual([404, -32601]);
});

test('LND gets the transactions of the mempool in its largest batch', async () => {
  const gateway = await gatewayWith('lightning');
  const calls = Array.from({ length: lndBatchSize }, (_none, id) => ({
    ...{ id, method: 'getrawtransaction' },
    params: [facts.txid, 0, facts.block],
  }));
  const { body } = await new Caller(gateway.port, 'probe', secret).post(JSON.stringify(calls));
  const answers = JSON.parse(body) as { result: string }[];
  expect(answers.filter(({ result }) => result === facts.hex)).toHaveLength(lndBatchSize);
});
