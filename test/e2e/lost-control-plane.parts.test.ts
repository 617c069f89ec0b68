import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { AgentHere } from '../harness/agent-here.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { type NodeView, TestNodes } from '../harness/nodes.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { testAgent } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const inventory = `{ nodes(take: 100) { id name network client clientVersion nodeType resources { cpuCores memoryMiB diskGiB }
  overrides { key value } desiredState revision revertFailedChange executor { id name } } }`;
const byId = <T extends { id: string }>(rows: T[]): T[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** A host with its own agent, on the shared test engine. */
async function startHost(controlPlane: TestControlPlane, name: string, Agent: typeof TestAgent = AgentHere) {
  const agent = await testAgent(controlPlane, { name, flags: { overcommit: 'cpu=50,memory=50,disk=50' } }, Agent);
  onTestFinished(() => agent.destroy());
  const config = join(agent.dataDir, 'agent.toml');
  writeFileSync(config, `api_key_file = "${join(agent.dataDir, 'api.key')}"\nname = "${name}"\n`);
  const executorId = await agent.startAndSync();
  return {
    ...{ agent, executorId, nodes: new TestNodes(controlPlane, executorId) },
    /** What must not change. */
    containers: async () => {
      const found = await agent.containers();
      return byId(found.map(({ Id, State, Created }) => ({ id: Id, startedAt: State.StartedAt, created: Created })));
    },
    /** Like `satrap agent install --token-file` on a host with systemd: joins and restarts the agent. */
    install: async (other: TestControlPlane, tokenFile: string, ...flags: string[]) => {
      const outcome = await satrapHere([
        ...['agent', 'join', '--url', other.url, '--token-file', tokenFile, ...flags],
        ...['--data-dir', agent.dataDir, '--config', config],
      ]);
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      await agent.stop();
      await agent.startAndSync();
    },
  };
}
type Host = Awaited<ReturnType<typeof startHost>>;

const small = { resources: { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 } };

/** A running node with blocks, and a stopped one. */
async function inhabitPlainly({ nodes, agent: { name } }: Host): Promise<void> {
  const { id } = await nodes.run(`${name}-a`, small, 120_000);
  await nodes.mine(id, 5);
  await nodes.actFully((await nodes.run(`${name}-d`, small, 120_000)).id, 'stop', 120_000);
}

/** A pruned node with an option, which was restarted. */
async function inhabitOddly({ nodes, agent: { name } }: Host): Promise<void> {
  const overrides = [{ key: 'maxmempool', value: '20' }];
  const odd = await nodes.run(`${name}-c`, { ...small, nodeType: 'pruned', overrides }, 120_000);
  await nodes.actFully(odd.id, 'restart', 120_000);
}

test('invariant 15: rebuilds a destroyed control plane from its hosts', {
  timeout: 900_000,
}, async () => {
  const lost = await TestControlPlane.start({ heartbeatSeconds: 1 });
  onTestFinished(async () => {
    if (lost.isServing) await lost.destroy();
  });
  const [plain, odd, storeless] = await Promise.all([
    startHost(lost, `h1-${process.pid}`, TestAgent),
    startHost(lost, `h2-${process.pid}`),
    startHost(lost, `h3-${process.pid}`),
  ]);
  const hosts = [plain, odd];
  await Promise.all([inhabitPlainly(plain), inhabitOddly(odd)]);
  const wanted = byId<{ id: string; name: string }>((await lost.ask(inventory)).nodes);
  expect(wanted).toHaveLength(3);
  const { id } = await storeless.nodes.run('before', small, 120_000);
  const tip = await storeless.nodes.mine(id, 4);
  const containers = await Promise.all(hosts.map((host) => host.containers()));
  const { port } = lost.settings;
  await lost.destroy();
  await storeless.agent.stop();
  for (const file of readdirSync(storeless.agent.dataDir))
    if (!['api.key', 'agent.toml'].includes(file)) rmSync(join(storeless.agent.dataDir, file), { recursive: true });

  // satrap control-plane init --recover; systemctl start satrap-control-plane
  const rebuilt = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 1, port, recover: true });
  onTestFinished(() => rebuilt.destroy());
  const recover = (...words: string[]) =>
    satrapHere(['executors', 'recover', ...words], { SATRAP_URL: rebuilt.url, SATRAP_API_KEY: rebuilt.personalKey });
  const tokenFile = join(scratchFolder('token'), 'token');
  writeFileSync(tokenFile, `${rebuilt.made.recoveryToken}\n`, { mode: 0o600 });
  for (const host of hosts) await host.install(rebuilt, tokenFile);

  // Offered, not taken: the control plane shows it, and nothing has changed.
  const preview = await until('all hosts offer their nodes', async () => {
    const { executorOffers } = await rebuilt.ask('{ executorOffers { nodes { id problem height } } }');
    return executorOffers.length === 2 && executorOffers;
  });
  const offered = preview.flatMap(({ nodes }: { nodes: { id: string; problem: string | null }[] }) => nodes);
  expect(offered.map(({ problem }: { problem: string | null }) => problem)).toEqual(wanted.map(() => null));
  expect(await Promise.all(hosts.map((host) => host.containers()))).toEqual(containers);
  expect((await recover('--dry-run')).stdout).toContain('2 hosts, 3 nodes to take over');

  // An agent dies before the confirmation, and the control plane in the middle of it.
  await plain.agent.stop('SIGKILL');
  const interrupted = recover('--all', '--yes');
  await until('a host is taken over, or all', async () => {
    const { executorOffers } = await rebuilt.ask('{ executorOffers { offeredAt } }');
    return executorOffers.length < 2;
  });
  process.kill(rebuilt.pid, 'SIGKILL');
  await interrupted;
  await rebuilt.serve();
  await plain.agent.startAndSync();
  expect(await recover('--all', '--yes')).toMatchObject({ code: 0 });

  await until('every agent reports its nodes', async () => {
    const { nodes } = await rebuilt.ask('{ nodes { revision desiredState status { phase appliedRevision } } }');
    const isReported = ({ revision, desiredState, status }: NodeView) =>
      status.appliedRevision === revision && status.phase === desiredState;
    return nodes.length === 3 && nodes.every(isReported);
  });
  expect(byId((await rebuilt.ask(inventory)).nodes)).toEqual(wanted);
  expect(await Promise.all(hosts.map((host) => host.containers()))).toEqual(containers);

  // Nothing is left to do, nothing is orphaned, and the daemons' reports arrive: the height is unchanged.
  const { executors } = await rebuilt.ask('{ executors { name recovery cordon { by } orphans { nodeId } } }');
  expect(executors).toEqual(hosts.map(({ agent: { name } }) => ({ name, recovery: null, cordon: null, orphans: [] })));
  expect((await odd.agent.explain(`${odd.agent.name}-c`)).steps).toEqual([]);
  const height = await until('the height is known', async () => {
    const { nodes } = await rebuilt.ask(
      `{ nodes(where: { name: { equals: "${plain.agent.name}-a" } }) { metrics { height } } }`,
    );
    return nodes[0].metrics;
  });
  expect(height).toEqual({ height: 5 });

  await storeless.install(rebuilt, tokenFile, '--executor-id', storeless.executorId);
  await until('the data is listed and read', async () => {
    const answer = await rebuilt.ask(
      `{ executors(where: { name: { equals: "${storeless.agent.name}" } }) { orphans { nodeId data { network } } } }`,
    );
    return isDeepStrictEqual(answer.executors[0]?.orphans, [{ nodeId: id, data: { network: 'regtest' } }]);
  });
  expect((await recover('--all', '--yes')).stdout).toContain(`satrap hosts data list ${storeless.agent.name}`);
  const nodes = new TestNodes(rebuilt, storeless.executorId);
  await nodes.run('after', { adoptData: id }, 120_000);
  expect(await nodes.rpc(id, 'getbestblockhash')).toBe(tip);
  expect(await storeless.agent.containers(id)).toHaveLength(1);
});
