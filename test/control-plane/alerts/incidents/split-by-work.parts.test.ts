import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWork } from '../../../../src/bitcoin/chain-work.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import type { AskedRequest } from '../../../harness/executor.ts';
import { addHost, type Host } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';
import { until } from '../../../harness/until.ts';

// No daemon at hand mines blocks of different work on regtest, so executors report recorded chains over the API.

/** `chainwork` of testnet4 blocks: 4,295,032,833 for one of difficulty 1, and a million times that for another one. */
const [easy, hard] = [0x100010001n, 0x100010001n * 1_000_000n];
const fork = 900;
const workBelow = hard * BigInt(fork);

/** A chain that leaves the common one after block 900 with so many blocks of this work. */
class Chain {
  readonly height: number;
  readonly #letter: string;
  readonly work: string;

  constructor(letter: string, count: number, blockWork: bigint) {
    this.#letter = letter;
    this.height = fork + count;
    this.work = readWork((workBelow + blockWork * BigInt(count)).toString(16)) ?? '';
  }

  hash = (height: number): string => `${height}`.padStart(64, height <= fork ? '0' : this.#letter);
  sample = () =>
    sample(this.height, {
      bestBlockHash: this.hash(this.height),
      chainWork: this.work,
      peersOutbound: 8,
      uptimeSeconds: 9000,
    });
  read = (heights: readonly number[]) => ({
    tip: { height: this.height, hash: this.hash(this.height) },
    blocks: heights.filter((height) => height <= this.height).map((height) => ({ height, hash: this.hash(height) })),
    deployments: null,
  });
}

const [heavy, light] = [new Chain('a', 2, hard), new Chain('b', 40, easy)];
let controlPlane: TestControlPlane;
let host: Host;
const chains = new Map<string, Chain>();
const ids: Record<string, string> = {};

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  host = await addHost(controlPlane);
  for (const name of ['on-heavy', 'on-light', 'also-light']) ids[name] = await host.newNode({ name });
});
afterAll(() => controlPlane.destroy());

/** One heartbeat with a sample of each node, and the answers to what the control plane asks of their chains. */
async function beat(): Promise<void> {
  const at = new Date().toISOString();
  const nodes = [...chains.keys()].map((id) => ({ id, phase: 'running', since: at, appliedRevision: 1 }));
  const asked: AskedRequest[] = (await host.host.sync({ nodes })).data.syncExecutor.requests;
  for (const { id, nodeId, kind, args } of asked)
    if (kind === 'chain')
      await host.host.answer(id, { result: { chain: chains.get(nodeId)?.read(args.chain.heights) } });
  await host.host.report(
    [...chains].map(([nodeId, chain]) =>
      host.host.event({ kind: 'node.sample', nodeId, message: '', at, data: { ...chain.sample(), at } }),
    ),
  );
}

async function judged() {
  await beat();
  const { network, notificationIncidents, nodes } = await controlPlane.ask(`{
    network(where: { name: "regtest" }) { state height branches { height chainWork parent reasons nodes { name } } }
    notificationIncidents { nodes { code status message } }
    nodes { name health { state level } metrics { chainWork } } }`);
  const incidents = notificationIncidents.nodes.filter(({ code }: { code: string }) => code === 'chain_split');
  return { network, incidents, nodes };
}

test('the branch with fewer, heavier blocks leads, from samples to the health of nodes', async () => {
  for (const [name, chain] of [
    ['on-heavy', heavy],
    ['on-light', light],
    ['also-light', light],
  ] as const)
    chains.set(ids[name] ?? '', chain);
  const open = await until(
    'the incident opens',
    async () => {
      const found = await judged();
      return found.incidents[0]?.status === 'open' && found.network.branches.length === 2 ? found : undefined;
    },
    150_000,
  );
  expect(open.network).toMatchObject({ state: 'split', height: heavy.height });
  expect(open.network.branches).toMatchObject([
    { height: 902, chainWork: heavy.work, parent: null, nodes: [{ name: 'on-heavy' }] },
    { height: 940, chainWork: light.work, parent: 0 },
  ]);
  expect(open.incidents[0].message).toContain('At risk are consumers of 2 nodes: ');
  expect(open.incidents[0].message).toMatch(
    /The chain up to block 940 \(…\w{8}\) has less work than that up to block 902\./,
  );
  const states = await until(
    'the health of the nodes follows',
    async () => {
      const { nodes } = await judged();
      const found = nodes.map(
        ({ name, health }: { name: string; health: { state: string } }) => `${name} ${health.state}`,
      );
      return found.filter((text: string) => text.endsWith('other_branch')).length === 2 ? found : undefined;
    },
    60_000,
  );
  expect(states.toSorted()).toEqual(['also-light other_branch', 'on-heavy in_sync', 'on-light other_branch']);
});

test('a sample with invalid work is rejected alone', async () => {
  const [nodeId = ''] = chains.keys();
  const events = ['f'.repeat(65), '0xff', '', 'f'.repeat(64)].map((chainWork) =>
    host.host.event({ kind: 'node.sample', nodeId, message: '', data: { ...heavy.sample(), chainWork } }),
  );
  const { accepted, rejected } = (await host.host.report(events)).data.reportRuntimeEvents;
  expect(accepted).toBe(1);
  expect(rejected.map(({ reason }: { reason: string }) => reason)).toEqual(
    Array(3).fill('data.chainWork: must be 1 to 64 hexadecimal digits'),
  );
});
