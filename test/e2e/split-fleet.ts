import { expect, inject } from 'vitest';
import { adaptedStandIn, buildAdaptedStandIn } from '../harness/adapted-stand-in.ts';
import { TestAgent } from '../harness/agent.ts';
import { builtProgram } from '../harness/built-program.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { type NodeView, TestNodes } from '../harness/nodes.ts';
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
export const withinMs = 90_000;
type Name = 'a' | 'b' | 'c' | 'd';

const knots = { client: 'knots', clientVersion: '29.3.knots20260508' } as const;

/** Four nodes, one of another version and one of another family. They pass on no blocks by themselves: the test decides. */
export class SplitFleet {
  readonly controlPlane: TestControlPlane;
  readonly agent: TestAgent;
  readonly nodes: TestNodes;
  readonly #views: NodeView[];

  private constructor(controlPlane: TestControlPlane, agent: TestAgent, nodes: TestNodes, views: NodeView[]) {
    this.controlPlane = controlPlane;
    this.agent = agent;
    this.nodes = nodes;
    this.#views = views;
  }

  /** Adds to `opened` what must be removed at the end, also where the start fails. */
  static async start(opened: { destroy(): Promise<void> }[]): Promise<SplitFleet> {
    await buildAdaptedStandIn();
    const controlPlane = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 1 });
    opened.push(controlPlane);
    const agent = new TestAgent({
      url: controlPlane.url,
      apiKey: await controlPlane.key('executor'),
      dockerSocket: inject('dockerSocket'),
      images: inject('clientImages'),
      program: (await builtProgram('host')).agent,
      flags: {
        overcommit: 'cpu=50,memory=50,disk=50',
        'sample-interval': '3',
        images: [
          ...Object.entries(inject('clientImages')).map(([version, image]) => `bitcoind/${version}=${image}`),
          `knots/${knots.clientVersion}=${adaptedStandIn}`,
        ].join(','),
      },
    });
    opened.push(agent);
    const nodes = new TestNodes(controlPlane, await agent.startAndSync());
    const resources = { cpuCores: 0.2, memoryMiB: 256, diskGiB: 1 };
    // With the version that it chooses, the stand-in mines no further than block 431 of a regtest chain.
    const overrides = [{ key: 'blockversion', value: '536870912' }];
    const kindOf = (name: string) => (name === 'd' ? knots : { clientVersion: name === 'c' ? '28.0' : '28.1' });
    const make = (name: string) => nodes.create(name, { resources, overrides, ...kindOf(name) });
    const made = await Promise.all(['a', 'b', 'c', 'd'].map(make));
    const views = await Promise.all(made.map(({ id }) => nodes.untilPhase(id, 'running', 180_000)));
    return new SplitFleet(controlPlane, agent, nodes, views);
  }

  idOf(name: Name): string {
    return this.#views.find((view) => view.name === name)?.id ?? '';
  }

  rpc(name: Name, method: string, params: unknown[] = []): Promise<unknown> {
    return this.nodes.rpc(this.idOf(name), method, params);
  }

  /** Mines on a node, and hands its new blocks to others. */
  async mine(name: Name, count: number, others: readonly Name[] = []): Promise<void> {
    // Each node has another reward: two blocks of one second would be one.
    await this.rpc(name, 'generatetodescriptor', [count, `raw(5${'abcd'.indexOf(name) + 1})`]);
    await this.pass(name, others);
  }

  /** Hands the blocks of a node to others that lack them. */
  async pass(from: Name, others: readonly Name[]): Promise<void> {
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

  /** Lets nodes get the blocks of another one from it as its peers, which is faster for many. */
  async fetch(from: Name, others: readonly Name[]): Promise<void> {
    const best = await this.rpc(from, 'getbestblockhash');
    const address = await this.addressOf(from);
    for (const other of others) {
      await this.rpc(other, 'addnode', [address, 'onetry']);
      const isThere = async () => (await this.rpc(other, 'getbestblockhash')) === best;
      await until(`${other} has the blocks of ${from}`, isThere, withinMs);
      await this.rpc(other, 'disconnectnode', [address]);
    }
  }

  /** Where other nodes reach it as a peer. */
  async addressOf(name: Name): Promise<string> {
    const [container] = await this.agent.containers(this.idOf(name));
    const [place] = Object.values(container?.NetworkSettings.Networks ?? {});
    return `${place?.IPAddress}:18444`;
  }

  #hash(name: Name, height: number): Promise<unknown> {
    return this.rpc(name, 'getblockhash', [height]);
  }

  async network(): Promise<{ state: string; incidentId: string | null; branches: Branch[] } | null> {
    const { network } = await this.controlPlane.ask(
      `{ network(where: { name: "regtest" }) { state incidentId ${branchFields} } }`,
    );
    return network;
  }

  async incidents(status: 'open' | 'closed', controlPlane = this.controlPlane) {
    const { notificationIncidents } = await controlPlane.ask(
      `query($status: AlertStatus) { notificationIncidents(status: $status) {
        nodes { id code severity subjectType subjectName message ${branchFields} } } }`,
      { status },
    );
    return notificationIncidents.nodes.filter(({ code }: { code: string }) => code === 'chain_split');
  }

  async untilAgreed(): Promise<void> {
    await until('all agree', async () => (await this.network())?.state === 'agreed', 2 * withinMs);
  }

  /** Waits for the incident of a split that happened just now, and prints how long it took. */
  async untilOpen(what: string, maxSeconds = 60) {
    const begunAt = performance.now();
    const incident = await until(`${what}: opens`, async () => (await this.incidents('open'))[0], withinMs);
    const seconds = (performance.now() - begunAt) / 1000;
    console.log(`${what}: split to incident ${seconds.toFixed(0)} s`);
    expect(seconds).toBeLessThan(maxSeconds);
    return incident;
  }

  /** Waits for the end of the incident of nodes that agree since just now, and prints how long it took. */
  async untilClosed(what: string, { id }: { id: string }): Promise<void> {
    const begunAt = performance.now();
    const isClosed = async () => (await this.incidents('closed')).some((closed: { id: string }) => closed.id === id);
    await until(`${what}: closes`, isClosed, 2 * withinMs);
    const seconds = (performance.now() - begunAt) / 1000;
    console.log(`${what}: heal to end ${seconds.toFixed(0)} s`);
    expect(seconds).toBeLessThan(80);
    expect(await this.incidents('open')).toEqual([]);
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

export const sides = (branches: readonly Branch[]): string[] =>
  branches.map(({ nodes, forkHeight, blocks }) => {
    const names = nodes.map(({ name }) => name).toSorted();
    return `${names.join('+')}@${forkHeight ?? '-'}+${blocks ?? '-'}`;
  });
