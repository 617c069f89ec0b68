import { expect, inject, onTestFinished, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { builtProgram } from '../harness/built-program.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { type NodeView, TestNodes } from '../harness/nodes.ts';
import { satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';

interface Branch {
  parent: number | null;
  forkHeight: number | null;
  blocks: number | null;
  height: number;
  reasons: string[];
  nodes: { name: string }[];
}

const branchFields = 'branches { parent forkHeight blocks height reasons nodes { name } }';
const withinMs = 90_000;

/** Four nodes that pass on no blocks by themselves: the test decides who hears of which. */
class SplitFleet {
  readonly controlPlane: TestControlPlane;
  readonly nodes: TestNodes;
  readonly #views: NodeView[];

  private constructor(controlPlane: TestControlPlane, nodes: TestNodes, views: NodeView[]) {
    this.controlPlane = controlPlane;
    this.nodes = nodes;
    this.#views = views;
  }

  static async start(): Promise<SplitFleet> {
    const controlPlane = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 1 });
    onTestFinished(() => controlPlane.destroy());
    const agent = new TestAgent({
      url: controlPlane.url,
      apiKey: await controlPlane.key('executor'),
      dockerSocket: inject('dockerSocket'),
      images: inject('clientImages'),
      program: (await builtProgram('host')).agent,
      flags: { overcommit: 'cpu=50,memory=50,disk=50', 'sample-interval': '3' },
    });
    onTestFinished(() => agent.destroy());
    const nodes = new TestNodes(controlPlane, await agent.startAndSync());
    const resources = { cpuCores: 0.2, memoryMiB: 256, diskGiB: 1 };
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => nodes.create(name, { resources })));
    const views = await Promise.all(made.map(({ id }) => nodes.untilPhase(id, 'running', 180_000)));
    return new SplitFleet(controlPlane, nodes, views);
  }

  idOf(name: string): string {
    return this.#views.find((view) => view.name === name)?.id ?? '';
  }

  rpc(name: string, method: string, params: unknown[] = []): Promise<unknown> {
    return this.nodes.rpc(this.idOf(name), method, params);
  }

  /** Mines on a node, and hands its new blocks to others. */
  async mine(name: string, count: number, others: readonly string[] = []): Promise<void> {
    await this.nodes.mine(this.idOf(name), count);
    await this.pass(name, others);
  }

  /** Hands the blocks of a node to others that lack them. */
  async pass(from: string, others: readonly string[]): Promise<void> {
    const height = Number(await this.rpc(from, 'getblockcount'));
    for (const other of others) {
      let fork = Math.min(height, Number(await this.rpc(other, 'getblockcount')));
      while ((await this.#hash(from, fork)) !== (await this.#hash(other, fork))) fork--;
      for (let next = fork + 1; next <= height; next++) {
        const block = await this.rpc(from, 'getblock', [await this.#hash(from, next), 0]);
        await this.rpc(other, 'submitblock', [block]);
      }
    }
  }

  #hash(name: string, height: number): Promise<unknown> {
    return this.rpc(name, 'getblockhash', [height]);
  }

  async network(): Promise<{ state: string; incidentId: string | null; branches: Branch[] } | null> {
    const { network } = await this.controlPlane.ask(
      `{ network(name: "regtest") { state incidentId ${branchFields} } }`,
    );
    return network;
  }

  async incidents(status: 'open' | 'closed') {
    const { notificationIncidents } = await this.controlPlane.ask(
      `query($status: AlertStatus) { notificationIncidents(status: $status) {
        nodes { id code severity subjectType subjectName message ${branchFields} } } }`,
      { status },
    );
    return notificationIncidents.nodes.filter(({ code }: { code: string }) => code === 'chain_split');
  }

  untilShown(what: string, expected: readonly string[]): Promise<unknown> {
    let shown: string[] = [];
    return until(
      what,
      async () => {
        shown = sides((await this.network())?.branches ?? []);
        return shown.join(' ') === expected.join(' ');
      },
      withinMs,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}; shown: ${shown.join(' ')}`);
    });
  }
}

const sides = (branches: readonly Branch[]): string[] =>
  branches.map(({ nodes, forkHeight, blocks }) => {
    const names = nodes.map(({ name }) => name).toSorted();
    return `${names.join('+')}@${forkHeight ?? '-'}+${blocks ?? '-'}`;
  });

test('a node that rejects a block opens an incident, which outlives the control plane and 400 blocks, and closes once all agree', {
  timeout: 900_000,
}, async () => {
  const fleet = await SplitFleet.start();
  await fleet.mine('a', 10, ['b', 'c', 'd']);
  await until('all agree', async () => (await fleet.network())?.state === 'agreed', withinMs);

  // A reorganization of two blocks is none of its business.
  await fleet.mine('c', 2);
  await fleet.mine('a', 3, ['b', 'c', 'd']);
  await until('all agree again', async () => (await fleet.network())?.state === 'agreed', withinMs);

  const rejected = await fleet.rpc('d', 'getblockhash', [13]);
  await fleet.rpc('d', 'invalidateblock', [rejected]);
  await fleet.mine('a', 2, ['b', 'c']);
  const begunAt = performance.now();
  const incident = await until('the incident opens', async () => (await fleet.incidents('open'))[0], withinMs);
  const seconds = (performance.now() - begunAt) / 1000;
  console.log(`the incident opened after ${seconds.toFixed(0)} s`);
  expect(seconds).toBeLessThan(60);
  expect(incident).toMatchObject({ severity: 'critical', subjectType: 'network', subjectName: 'regtest' });
  expect(incident.message).toContain('has split after block 12');
  expect(incident.message).toContain('d rejects the other branch as invalid');
  expect(sides(incident.branches)).toEqual(['a+b+c@-+-', 'd@12+0']);

  await fleet.controlPlane.stop('SIGKILL');
  await fleet.controlPlane.serve();
  await fleet.mine('d', 2);
  await fleet.untilShown('the rebel has blocks of its own', ['a+b+c@-+-', 'd@12+2']);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);

  // The stand-in of the client mines no further than block 431 of a regtest chain.
  await fleet.mine('a', 400, ['b', 'c']);
  await fleet.untilShown('the others are far ahead', ['a+b+c@-+-', 'd@12+2']);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);
  const env = { SATRAP_URL: fleet.controlPlane.url, SATRAP_API_KEY: fleet.controlPlane.personalKey };
  const shown = await satrap(['networks', 'show', 'regtest'], env);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain(`regtest: split, incident ${incident.id}`);
  expect(shown.stdout).toContain('└─ Split after block 12, 2 blocks to block 14: 1 node');
  expect((await satrap(['networks', 'list'], env)).stdout).toMatch(/regtest +split +4/);

  await fleet.rpc('d', 'reconsiderblock', [rejected]);
  await fleet.pass('a', ['d']);
  await until('the incident closes', async () => (await fleet.incidents('closed'))[0], 2 * withinMs);
  expect((await fleet.network())?.state).toBe('agreed');
  expect(await fleet.incidents('closed')).toMatchObject([{ id: incident.id }]);
});
