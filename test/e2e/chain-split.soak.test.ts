import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
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
/** Removed at the end, also where the start of the fleet failed. */
const opened: { destroy(): Promise<void> }[] = [];
type Name = 'a' | 'b' | 'c' | 'd';

/** Four nodes, one of another version, that pass on no blocks by themselves: the test decides who hears of which. */
class SplitFleet {
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

  static async start(): Promise<SplitFleet> {
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
      },
    });
    opened.push(agent);
    const nodes = new TestNodes(controlPlane, await agent.startAndSync());
    const resources = { cpuCores: 0.2, memoryMiB: 256, diskGiB: 1 };
    const make = (name: string) => nodes.create(name, { resources, clientVersion: name === 'd' ? '28.0' : '28.1' });
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
  async untilOpen(what: string) {
    const begunAt = performance.now();
    const incident = await until(`${what}: opens`, async () => (await this.incidents('open'))[0], withinMs);
    const seconds = (performance.now() - begunAt) / 1000;
    console.log(`${what}: split to incident ${seconds.toFixed(0)} s`);
    expect(seconds).toBeLessThan(60);
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

const sides = (branches: readonly Branch[]): string[] =>
  branches.map(({ nodes, forkHeight, blocks }) => {
    const names = nodes.map(({ name }) => name).toSorted();
    return `${names.join('+')}@${forkHeight ?? '-'}+${blocks ?? '-'}`;
  });

let fleet: SplitFleet;

beforeAll(async () => {
  fleet = await SplitFleet.start();
  await fleet.mine('a', 10, ['b', 'c', 'd']);
  await fleet.untilAgreed();
});
afterAll(async () => {
  for (const part of opened.toReversed()) await part.destroy();
});

test.each([1, 2, 6])('a reorganization of %i blocks opens nothing', async (blocks) => {
  await fleet.mine('c', blocks);
  await fleet.mine('a', blocks + 1, ['b', 'c', 'd']);
  await fleet.untilAgreed();
  expect([...(await fleet.incidents('open')), ...(await fleet.incidents('closed'))]).toEqual([]);
});

// No daemon rejects anything: only the blocks of the nodes differ.
test.each<[what: string, divide: () => Promise<void>, expected: (fork: number) => string[]]>([
  [
    'a version alone with 1 block',
    async () => {
      // A leading node that was asked a moment ago, for the reorganizations, is asked again after half a minute.
      await setTimeout(30_000);
      await fleet.mine('d', 1);
      await fleet.mine('a', 3, ['b', 'c']);
    },
    (fork) => ['a+b+c@-+-', `d@${fork}+1`],
  ],
  [
    'an even split with 20 blocks on one side',
    async () => {
      await fleet.mine('c', 20, ['d']);
      await fleet.mine('a', 21, ['b']);
    },
    (fork) => ['a+b@-+-', `c+d@${fork}+20`],
  ],
  [
    'a split in three',
    async () => {
      await fleet.mine('c', 3, ['d']);
      await fleet.mine('d', 2);
      await fleet.mine('c', 1);
      await fleet.mine('a', 7, ['b']);
    },
    (fork) => ['a+b@-+-', `d@${fork}+5`, `c@${fork + 3}+1`],
  ],
])('%s', async (what, divide, expected) => {
  const fork = Number(await fleet.rpc('a', 'getblockcount'));
  await divide();
  const incident = await fleet.untilOpen(what);
  await fleet.untilShown(what, expected(fork));
  await fleet.pass('a', ['b', 'c', 'd']);
  await fleet.untilClosed(what, incident);
});

test('a split with 4 blocks stays open while its leading node is stopped, and after its start', async () => {
  const fork = Number(await fleet.rpc('a', 'getblockcount'));
  await fleet.mine('d', 4);
  await fleet.mine('a', 6);
  await fleet.pass('a', ['b', 'c']);
  await fleet.mine('a', 1);
  const incident = await fleet.untilOpen('the leading node goes away');
  await fleet.nodes.actFully(fleet.idOf('a'), 'stop');
  await fleet.nodes.actFully(fleet.idOf('d'), 'stop');
  await setTimeout(70_000);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);
  for (const name of ['a', 'd'] as const) await fleet.nodes.actFully(fleet.idOf(name), 'start');
  await fleet.untilShown('both sides are back', ['a+b+c@-+-', `d@${fork}+4`]);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);
  await fleet.pass('a', ['b', 'c', 'd']);
  await fleet.untilClosed('the leading node goes away', incident);
});

test('a node that rejects a block opens an incident, which outlives each replica and 300 blocks, and closes once all agree', async () => {
  const fork = Number(await fleet.rpc('d', 'getblockcount')) - 1;
  const rejected = await fleet.rpc('d', 'getbestblockhash');
  await fleet.rpc('d', 'invalidateblock', [rejected]);
  await fleet.mine('a', 2, ['b', 'c']);
  const incident = await fleet.untilOpen('a rejected block');
  expect(incident).toMatchObject({ severity: 'critical', subjectType: 'network', subjectName: 'regtest' });
  expect(incident.message).toContain(`has split after block ${fork}`);
  expect(incident.message).toContain('d rejects the other branch as invalid');
  expect(sides(incident.branches)).toEqual(['a+b+c@-+-', `d@${fork}+0`]);

  const replica = await fleet.controlPlane.startBeside();
  onTestFinished(() => replica.destroy());
  await fleet.controlPlane.stop('SIGKILL');
  await setTimeout(30_000);
  expect(await fleet.incidents('open', replica)).toMatchObject([{ id: incident.id }]);
  await fleet.controlPlane.serve();
  await replica.stop('SIGKILL');
  await fleet.mine('d', 2);
  await fleet.untilShown('the rebel has blocks of its own', ['a+b+c@-+-', `d@${fork}+2`]);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);

  // The stand-in of the client mines no further than block 431 of a regtest chain.
  await fleet.mine('a', 300, ['b', 'c']);
  await fleet.untilShown('the others are far ahead', ['a+b+c@-+-', `d@${fork}+2`]);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);
  const env = { SATRAP_URL: fleet.controlPlane.url, SATRAP_API_KEY: fleet.controlPlane.personalKey };
  const shown = await satrap(['networks', 'show', 'regtest'], env);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain(`regtest: split, incident ${incident.id}`);
  expect(shown.stdout).toContain(`└─ Split after block ${fork}, 2 blocks to block ${fork + 2}: 1 node`);
  expect((await satrap(['networks', 'list'], env)).stdout).toMatch(/regtest +split +4/);

  await fleet.rpc('d', 'reconsiderblock', [rejected]);
  await fleet.pass('a', ['d']);
  await fleet.untilClosed('a rejected block', incident);
  expect((await fleet.network())?.state).toBe('agreed');
});

// The last one: its blocks are from the future, which a restarted daemon does not read.
test('a node that drops the headers of its peer without a trace is on its own side', async () => {
  const fork = Number(await fleet.rpc('d', 'getblockcount'));
  // A header of more than two hours ahead is dropped: the others believe that it is due.
  const later = Math.floor(Date.now() / 1000) + 3 * 3600;
  for (const name of ['a', 'b', 'c'] as const) await fleet.rpc(name, 'setmocktime', [later]);
  const [container] = await fleet.agent.containers(fleet.idOf('a'));
  const [place] = Object.values(container?.NetworkSettings.Networks ?? {});
  await fleet.rpc('d', 'addnode', [`${place?.IPAddress}:18444`, 'add']);
  const peers = async () => (await fleet.rpc('d', 'getconnectioncount')) === 1;
  await until('the two nodes are peers', peers, withinMs);
  await fleet.mine('a', 7, ['b', 'c']);
  const incident = await fleet.untilOpen('a silent split');
  const tips = (await fleet.rpc('d', 'getchaintips')) as { height: number; status: string }[];
  expect(tips.filter(({ height, status }) => height > fork || status === 'invalid')).toEqual([]);
  expect(incident.message).toContain('d knows no header of the other branch although it had peers');
  expect(sides(incident.branches)).toEqual(['a+b+c@-+-', `d@${fork}+0`]);

  await fleet.rpc('d', 'setmocktime', [later]);
  await fleet.pass('a', ['d']);
  await fleet.untilClosed('a silent split', incident);
});
