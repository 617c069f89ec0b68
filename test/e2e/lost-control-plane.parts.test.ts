import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { builtProgram } from '../harness/built-program.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';

const inventory = `{ nodes(take: 100) { id name network client clientVersion nodeType resources { cpuCores memoryMiB diskGiB }
  overrides { key value } desiredState revision revertFailedChange executor { id name } } }`;
const byId = <T extends { id: string }>(rows: T[]): T[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** A host with its own agent, on the shared test engine. */
class Host {
  readonly agent: TestAgent;
  readonly nodes: TestNodes;
  readonly executorId: string;

  private constructor(agent: TestAgent, nodes: TestNodes, executorId: string) {
    this.agent = agent;
    this.nodes = nodes;
    this.executorId = executorId;
  }

  static async start(controlPlane: TestControlPlane, name: string): Promise<Host> {
    const agent = new TestAgent({
      ...{ url: controlPlane.url, name, dockerSocket: inject('dockerSocket'), images: inject('clientImages') },
      apiKey: await controlPlane.key('executor', name),
      program: (await builtProgram('host')).agent,
      flags: { overcommit: 'cpu=50,memory=50,disk=50' },
    });
    onTestFinished(() => agent.destroy());
    const config = join(agent.dataDir, 'agent.toml');
    writeFileSync(config, `api_key_file = "${join(agent.dataDir, 'api.key')}"\nname = "${name}"\n`);
    const executorId = await agent.startAndSync();
    return new Host(agent, new TestNodes(controlPlane, executorId), executorId);
  }

  /** Three running nodes, with blocks in one of them, and a stopped one. */
  async inhabit(): Promise<void> {
    const { nodes } = this;
    const { name } = this.agent;
    const small = { resources: { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 } };
    const plain = await nodes.create(`${name}-a`, small);
    const pruned = await nodes.create(`${name}-b`, { ...small, nodeType: 'pruned' });
    const tuned = await nodes.create(`${name}-c`, { ...small, overrides: [{ key: 'maxmempool', value: '20' }] });
    const idle = await nodes.create(`${name}-d`, small);
    for (const { id } of [plain, pruned, tuned, idle]) await nodes.untilPhase(id, 'running', 120_000);
    await nodes.mine(plain.id, 5);
    await nodes.act(tuned.id, 'restart');
    await nodes.act(idle.id, 'stop');
    await nodes.untilPhase(tuned.id, 'running', 120_000);
    await nodes.untilPhase(idle.id, 'stopped', 120_000);
  }

  /** What must not change. */
  async containers() {
    const found = await this.agent.containers();
    return byId(found.map(({ Id, State, Created }) => ({ id: Id, startedAt: State.StartedAt, created: Created })));
  }

  /** Like `satrap agent install --token-file` on a host with systemd: joins and restarts the agent. */
  async install(controlPlane: TestControlPlane, tokenFile: string, ...flags: string[]): Promise<void> {
    const { dataDir } = this.agent;
    const outcome = await satrap([
      ...['agent', 'join', '--url', controlPlane.url, '--token-file', tokenFile, ...flags],
      ...['--data-dir', dataDir, '--config', join(dataDir, 'agent.toml')],
    ]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    await this.agent.stop();
    await this.agent.startAndSync();
  }
}

function recoveryTokenFile({ made }: TestControlPlane): string {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'token');
  writeFileSync(file, `${made.recoveryToken}\n`, { mode: 0o600 });
  return file;
}

test('invariant 15: a control plane whose database is destroyed is rebuilt from 3 hosts with 12 nodes, and no daemon restarts', {
  timeout: 900_000,
}, async () => {
  const lost = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 1 });
  onTestFinished(async () => {
    if (lost.isServing) await lost.destroy();
  });
  const hosts = await Promise.all(['h1', 'h2', 'h3'].map((name) => Host.start(lost, `${name}-${process.pid}`)));
  await Promise.all(hosts.map((host) => host.inhabit()));
  const wanted = byId<{ id: string; name: string }>((await lost.ask(inventory)).nodes);
  expect(wanted).toHaveLength(12);
  const containers = await Promise.all(hosts.map((host) => host.containers()));
  const { port } = lost.settings;
  await lost.destroy();

  const startedAt = performance.now();
  let commands = 0;
  const counted = async (...args: string[]) => {
    commands++;
    const outcome = await satrap(args, { SATRAP_URL: rebuilt.url, SATRAP_API_KEY: rebuilt.personalKey });
    return outcome;
  };
  // satrap control-plane init --recover; systemctl start satrap-control-plane
  commands += 2;
  const rebuilt = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 1, port, recover: true });
  onTestFinished(() => rebuilt.destroy());
  const tokenFile = recoveryTokenFile(rebuilt);
  for (const host of hosts) {
    commands++;
    await host.install(rebuilt, tokenFile);
  }

  // Offered, not taken: the control plane shows it, and nothing has changed.
  const preview = await until('all hosts offer their nodes', async () => {
    const { executorOffers } = await rebuilt.ask('{ executorOffers { nodes { id problem height } } }');
    return executorOffers.length === 3 && executorOffers;
  });
  const offered = preview.flatMap(({ nodes }: { nodes: { id: string; problem: string | null }[] }) => nodes);
  expect(offered.map(({ problem }: { problem: string | null }) => problem)).toEqual(wanted.map(() => null));
  expect(await Promise.all(hosts.map((host) => host.containers()))).toEqual(containers);
  const shown = await counted('executors', 'recover', '--dry-run');
  expect(shown.stdout).toContain('3 hosts, 12 nodes to take over');

  // An agent dies before the confirmation, and the control plane in the middle of it.
  const [first] = hosts;
  await first?.agent.stop('SIGKILL');
  const interrupted = satrap(['executors', 'recover', '--all', '--yes', '--url', rebuilt.url], {
    SATRAP_API_KEY: rebuilt.personalKey,
  });
  await until('a host is taken over, or all', async () => {
    const { executorOffers } = await rebuilt.ask('{ executorOffers { offeredAt } }');
    return executorOffers.length < 3;
  });
  process.kill(rebuilt.pid, 'SIGKILL');
  await interrupted;
  await rebuilt.serve();
  await first?.agent.startAndSync();
  const confirmed = await counted('executors', 'recover', '--all', '--yes');
  expect(confirmed.code).toBe(0);

  await until(
    'every agent reports its nodes',
    async () => {
      const { nodes } = await rebuilt.ask(
        '{ nodes(take: 100) { revision desiredState status { phase appliedRevision } } }',
      );
      return (
        nodes.length === 12 &&
        nodes.every(
          (node: { revision: number; desiredState: string; status: { phase: string; appliedRevision: number } }) =>
            node.status.appliedRevision === node.revision && node.status.phase === node.desiredState,
        )
      );
    },
    120_000,
  );
  const minutes = (performance.now() - startedAt) / 60_000;
  console.log(`rebuilt with ${commands} commands in ${minutes.toFixed(1)} minutes`);
  expect(byId((await rebuilt.ask(inventory)).nodes)).toEqual(wanted);
  expect(await Promise.all(hosts.map((host) => host.containers()))).toEqual(containers);
  expect(commands).toBe(7);

  // Nothing is left to do, nothing is orphaned, and the daemons' reports arrive: the heights are unchanged.
  const { executors } = await rebuilt.ask('{ executors { name recovery cordon { by } orphans { nodeId } } }');
  expect(executors).toEqual(hosts.map(({ agent: { name } }) => ({ name, recovery: null, cordon: null, orphans: [] })));
  for (const { agent } of hosts) {
    expect((await agent.explain(`${agent.name}-c`)).steps).toEqual([]);
    const height = await until('the height is known', async () => {
      const { nodes } = await rebuilt.ask(
        `{ nodes(where: { name: { equals: "${agent.name}-a" } }) { metrics { height } } }`,
      );
      return nodes[0].metrics;
    });
    expect(height).toEqual({ height: 5 });
  }
});

test('chain data of a host that lost its store together with its control plane is listed and adopted', async () => {
  const lost = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 1 });
  onTestFinished(async () => {
    if (lost.isServing) await lost.destroy();
  });
  const host = await Host.start(lost, `storeless-${process.pid}`);
  const { agent, nodes, executorId } = host;
  const { id } = await nodes.create('before');
  await nodes.untilPhase(id, 'running', 120_000);
  const tip = await nodes.mine(id, 4);
  const { port } = lost.settings;
  await lost.destroy();
  await agent.stop();
  for (const file of readdirSync(agent.dataDir)) {
    if (!['api.key', 'agent.toml'].includes(file)) rmSync(join(agent.dataDir, file), { recursive: true });
  }

  const rebuilt = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 1, port, recover: true });
  onTestFinished(() => rebuilt.destroy());
  await host.install(rebuilt, recoveryTokenFile(rebuilt), '--executor-id', executorId);
  await until('the data is listed and read', async () => {
    const { executors } = await rebuilt.ask('{ executors { orphans { nodeId data { network } } } }');
    return isDeepStrictEqual(executors[0]?.orphans, [{ nodeId: id, data: { network: 'regtest' } }]);
  });
  const recovered = await satrap(['executors', 'recover', '--all', '--yes', '--url', rebuilt.url], {
    SATRAP_API_KEY: rebuilt.personalKey,
  });
  expect(recovered.stdout).toContain(`satrap hosts data ${agent.name}`);
  const rebuiltNodes = new TestNodes(rebuilt, executorId);
  await rebuiltNodes.create('after', { adoptData: id });
  await rebuiltNodes.untilPhase(id, 'running', 120_000);
  expect(await rebuiltNodes.rpc(id, 'getbestblockhash')).toBe(tip);
  expect(await agent.containers(id)).toHaveLength(1);
});
