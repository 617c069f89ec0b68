import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { execa } from 'execa';
import { expect, inject, onTestFinished, test } from 'vitest';
import { python } from '../harness/example-programs.ts';
import { nodeOf, TestNodes } from '../harness/nodes.ts';
import { ownPortRange } from '../harness/port-range.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';
import { until } from '../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 1 });
const program = join(import.meta.dirname, '../../examples/executor.py');

/** The example with a folder and an executor of its own. Its containers are removed when the test ends. */
async function exampleExecutor(name: string) {
  const folder = scratchFolder('example');
  const socketPath = inject('dockerSocket');
  const [version, image] = Object.entries(inject('clientImages'))[0] ?? [];
  const unmeasured = { total: 0, usedByNodes: 0, free: 0 };
  const resources = { cpuCores: unmeasured, memoryMiB: unmeasured, diskGiB: unmeasured };
  const clients = [{ client: 'bitcoind', version, image }];
  const capabilities = { clients, networks: ['regtest'], nodeTypes: ['full'] };
  const heartbeat = { name, kind: 'example', version: '1.0.0', channel: 'stable', capabilities, resources };
  const place = { directory: folder, network: 'bridge', host: '127.0.0.1', firstPort: ownPortRange().from };
  writeFileSync(join(folder, 'options.json'), JSON.stringify({ url: controlPlane.url, ...place, heartbeat }));
  const { createEnrolmentToken } = await controlPlane.ask('mutation { createEnrolmentToken(data: {}) { token } }');

  let child: ChildProcess;
  const startAndSync = (): Promise<string> => {
    const startedAt = Date.now();
    child = spawn(python, [program, join(folder, 'options.json')], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { PATH: process.env['PATH'] ?? '', DOCKER_HOST: `unix://${socketPath}` },
    });
    child.stdin?.end(createEnrolmentToken.token);
    return until('the example sends a heartbeat', async () => {
      const { executors } = await controlPlane.ask('{ executors { id name lastSeenAt } }');
      const executor = executors.find((each: { name: string }) => each.name === name);
      return Date.parse(executor?.lastSeenAt) > startedAt && executor.id;
    });
  };
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const nodeIds = () => Object.keys(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')).reports);
  const docker = new Docker({ socketPath });
  const containerOf = (nodeId: string) => docker.getContainer(`executor-${nodeId}`);
  onTestFinished(async () => {
    await kill();
    await Promise.allSettled(nodeIds().map((id) => containerOf(id).remove({ force: true })));
  });
  return { folder, containerOf, nodeIds, startAndSync, kill };
}

test('the example executor is short, and imports only the standard library', async () => {
  const lines = readFileSync(program, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThan(160);
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
  const script = `import ast, sys
imports = [node for node in ast.walk(ast.parse(open(sys.argv[1]).read())) if isinstance(node, (ast.Import, ast.ImportFrom))]
names = [getattr(node, 'module', None) or alias.name for node in imports for alias in node.names]
print(len(names), [name for name in names if name.split('.')[0] not in sys.stdlib_module_names])`;
  expect((await execa(python, ['-c', script, program])).stdout).toMatch(/^[1-9]\d* \[\]$/);
});

test('it conforms to level 2, and others cannot read what it stores', async () => {
  const { containerOf, folder, nodeIds, startAndSync } = await exampleExecutor('example');
  await startAndSync();
  const { code, stdout } = await satrapHere('control-plane check-executor example --level 2 --timeout 60', {
    SATRAP_URL: controlPlane.url,
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  expect(stdout).toMatch(/\nlevel 2 {2}ok {7}reports samples\nlevel 1 {2}ok {7}deletes the node and its data\n/);
  expect(stdout).toMatch(/\nexample conforms to level 2 of 3\.\n$/);
  expect(code).toBe(0);
  expect(statSync(join(folder, 'state.json')).mode & 0o777).toBe(0o600);
  const [id = ''] = nodeIds();
  expect(existsSync(join(folder, id))).toBe(false);
  await expect(containerOf(id).inspect()).rejects.toThrow('No such container');
}, 180_000);

test('its crash disturbs no node, and it removes only wallets that are named', async () => {
  const { containerOf, folder, startAndSync, kill } = await exampleExecutor('killed');
  const overrides = [{ key: 'zmqpubrawblock', value: '1' }];
  const { id } = await new TestNodes(controlPlane, await startAndSync()).create('alpha', { overrides });
  const { endpoint } = await until('the node answers', async () => {
    const { status } = await nodeOf(controlPlane, id, 'status { phase endpoint { rpcPort zmq { topic url } } }');
    return ['syncing', 'running'].includes(status.phase) && status;
  });
  expect(endpoint.zmq).toEqual([{ topic: 'rawblock', url: `tcp://127.0.0.1:${endpoint.rpcPort + 2}` }]);
  const { Id, Config } = await containerOf(id).inspect();
  expect(JSON.stringify(Config)).not.toContain('rpcauth');
  await kill();
  const wallets = ['wallets/hidden', 'regtest/elsewhere'].map((name) => join(folder, id, name));
  for (const wallet of wallets) mkdirSync(wallet, { recursive: true });
  for (const wallet of wallets) writeFileSync(join(wallet, 'wallet.dat'), 'SQLite format 3\0…');
  await startAndSync();
  expect((await containerOf(id).inspect()).Id).toBe(Id);
  const remove = (named: string[]) =>
    controlPlane.ask(
      'mutation($id: ID!, $removal: NodeDataRemovalInput) { deleteNode(where: { id: $id }, removal: $removal) { node { id } } }',
      { id, removal: { name: 'alpha', wallets: named } },
    );
  await remove(['hidden']);
  const { status } = await until('the wallet is found', async () => {
    const node = await nodeOf(controlPlane, id);
    return node.status.reason?.includes('elsewhere') && node;
  });
  expect(status).toMatchObject({ phase: 'deleting', reason: expect.not.stringContaining('hidden') });
  expect(wallets.every((wallet) => existsSync(wallet))).toBe(true);
  await remove(['hidden', wallets[1] ?? '']);
  await until('the node is deleted', async () => (await nodeOf(controlPlane, id)) === null);
  expect(existsSync(join(folder, id))).toBe(false);
}, 180_000);
