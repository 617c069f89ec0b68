import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExecutor } from '../harness/executor.ts';
import type { Outcome } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';
import { createArgs, TestCommands } from './test-commands.ts';

let satrap: TestCommands;
let emptyList: Outcome;

beforeAll(async () => {
  satrap = await TestCommands.start();
  emptyList = await satrap.run(['nodes', 'list']);
});
afterAll(() => satrap?.destroy());

test('nodes options shows what is offered, and what an option of bitcoin.conf means', async () => {
  const { stdout } = await satrap.run(['nodes', 'options', 'dbcache', '--executor', 'frankfurt']);
  expect(stdout).toContain('networks: regtest, signet\nnode types: full, pruned\nversions: 28.1, 28.0\n');
  expect(stdout).toMatch(/\ndbcache +integer +4 to 16384 MiB +450 +Memory for the database cache/);
  const platform = await satrap.run(['nodes', 'options', 'rpcbind']);
  expect(platform.stdout).toMatch(/\nrpcbind .+ managed by the platform: ports and bindings are assigned/);
  expect((await satrap.run(['nodes', 'options', '--executor', 'nowhere'])).stderr).toContain('no host named nowhere');
});

test('a dry run shows what would happen, changes nothing, and fails where it would be refused', async () => {
  const create = ['nodes', 'create', 'dry', '--network', 'regtest', '--dry-run'];
  const accepted = await satrap.run([...create, '--set', 'dbcache=300']);
  expect(accepted.stdout).toMatch(/^dry run: would be accepted\nhost: frankfurt \(/);
  expect(accepted.stdout).toMatch(/\ndbcache +- +300 +override/);
  const refused = await satrap.run([...create, '--set', 'datadir=/x']);
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('  overrides.0.key: "datadir" is managed'),
  });
  await satrap.createNode('changes-dry');
  const update = await satrap.run(['nodes', 'update', 'changes-dry', '--memory', '600', '--dry-run']);
  expect(update.stdout).toMatch(/\nresources\.memoryMiB +512 +600 +new_container +restarts the node/);
  expect((await satrap.showNode('changes-dry')).resources.memoryMiB).toBe(512);
  expect((await satrap.run(['nodes', 'show', 'dry'])).code).toBe(1);
});

test('nodes list says how to create a node where there is none', () => {
  expect(emptyList.stdout).toBe('No nodes yet. Deploy one with: satrap nodes create NAME --network signet\n');
});

test('nodes create deploys a node with all of its options', async () => {
  const { stdout, stderr } = await satrap.run(
    createArgs('created', '--set', 'dbcache=100', '--set', 'torpassword=a=b'),
  );
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^created \([0-9a-f-]{36}\): desired state running, currently pending\n$/);
  expect(await satrap.showNode('created')).toMatchObject({
    name: 'created',
    clientVersion: '28.1',
    resources: { cpuCores: 0.5, memoryMiB: 512, diskGiB: 5 },
    overrides: [
      { key: 'dbcache', value: '100' },
      { key: 'torpassword', value: 'a=b' },
    ],
  });
});

test('nodes create and nodes update warn of a key that bitcoind ignores', async () => {
  const created = await satrap.run(createArgs('warned', '--set', 'dbcach=100'));
  expect(created.stderr).toMatch(/^dbcach: bitcoind 28\.1 does not know this key .*; did you mean dbcache\?\n$/);
  const updated = await satrap.run(['nodes', 'update', 'warned', '--set', 'proxxy=127.0.0.1:9050']);
  expect(updated).toMatchObject({ code: 0, stderr: expect.stringMatching(/^proxxy: .* did you mean proxy\?\n$/) });
});

test('nodes credentials prints what a shell takes, for owners and admins alone', async () => {
  const { nodeRpcCredentials } = await satrap.controlPlane.ask('{ nodeRpcCredentials { user password } }');
  const { stdout } = await satrap.run(['nodes', 'credentials']);
  const shell = spawnSync('sh', ['-c', `eval "$0"; env`, stdout], { encoding: 'utf8', env: {} });
  expect(shell.stdout).toContain(`RPC_USER=${nodeRpcCredentials.user}\n`);
  expect(shell.stdout).toContain(`RPC_PASSWORD=${nodeRpcCredentials.password}\n`);
  expect(await satrap.json('nodes', 'credentials')).toEqual({ ...nodeRpcCredentials, refusingNodes: 0 });
  expect(await satrap.run(['nodes', 'credentials'], satrap.executorKey)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('only owners and admins'),
  });
});

test('nodes list prints a row for each node', async () => {
  await satrap.createNode('listed');
  expect((await satrap.run(['nodes', 'list'])).stdout).toMatch(
    /^listed +regtest +28\.1 \(end of life\) +full +frankfurt +pending /m,
  );
});

test('nodes update changes single overrides of a node, which is named by its name or its id', async () => {
  const { id } = await satrap.createNode('updated', '--set', 'dbcache=300', '--set', 'torpassword=a=b');
  await satrap.run(['nodes', 'update', 'updated', '--set', 'dbcache=400', '--unset', 'torpassword']);
  await satrap.run(['nodes', 'update', id, '--set', 'maxmempool=100', '--memory', '1024', '--version', '28.0']);
  expect(await satrap.showNode('updated')).toMatchObject({
    clientVersion: '28.0',
    resources: { memoryMiB: 1024 },
    overrides: [
      { key: 'dbcache', value: '400' },
      { key: 'maxmempool', value: '100' },
    ],
  });
});

test('of several nodes updates at once, each with another override, all win', async () => {
  await satrap.createNode('contested');
  const settings = ['dbcache=300', 'maxmempool=100', 'maxconnections=50', 'rpcthreads=6'];
  await Promise.all(settings.map((setting) => satrap.run(['nodes', 'update', 'contested', '--set', setting])));
  const overrides = settings.map((setting) => setting.split('=')).map(([key, value]) => ({ key, value }));
  expect(await satrap.showNode('contested')).toMatchObject({ overrides: expect.arrayContaining(overrides) });
});

test('nodes update with --wait ends once the agent has applied the change', async () => {
  const { id } = await satrap.createNode('awaited');
  const updated = satrap.run(['nodes', 'update', 'awaited', '--memory', '1024', '--wait']);
  await until('the change is there', async () => (await satrap.showNode('awaited')).resources.memoryMiB === 1024);
  const { revision } = await satrap.showNode('awaited');
  const now = new Date().toISOString();
  const state = {
    id,
    phase: 'running',
    since: now,
    reason: null,
    endpoint: null,
    containerId: null,
    imageDigest: null,
  };
  await satrap.executor.sync({ nodes: [{ ...state, appliedRevision: revision }] });
  expect(await updated).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/desired state running, currently running\n$/),
  });
});

test('nodes create says why every version of an executor that offers none would be refused', async () => {
  const bare = await TestExecutor.withKey(satrap.controlPlane, 'bare');
  await bare.sync({ capabilities: { clients: [], networks: ['regtest'], nodeTypes: ['full'] } });
  const { stderr, code } = await satrap.run(['nodes', 'create', 'n', '--executor', 'bare', '--network', 'regtest']);
  expect(stderr).toMatch(/^satrap: bare offers no bitcoind version: it has none of the images/);
  expect(code).toBe(1);
  await satrap.run(['executors', 'delete', 'bare']);
});

test('nodes show prints the effective configuration', async () => {
  const { id } = await satrap.createNode('shown', '--set', 'dbcache=400');
  expect((await satrap.run(['nodes', 'show', id])).stdout).toMatch(/^dbcache +400 /m);
});

test('nodes stop and nodes start request the desired state', async () => {
  await satrap.createNode('stopped');
  expect((await satrap.run(['nodes', 'stop', 'stopped'])).stdout).toMatch(/^stopped \(.*\): desired state stopped/);
  expect((await satrap.run(['nodes', 'start', 'stopped'])).stdout).toMatch(/^stopped \(.*\): desired state running/);
});

test('nodes restart requests a restart by a new revision', async () => {
  const { revision } = await satrap.createNode('restarted');
  expect((await satrap.run(['nodes', 'restart', 'restarted'])).code).toBe(0);
  expect((await satrap.showNode('restarted')).revision).toBeGreaterThan(revision);
});

test('nodes logs prints a node’s log without what could take over a terminal', async () => {
  await satrap.createNode('logged');
  const shown = satrap.run(['nodes', 'logs', 'logged', '--tail', '2']);
  const lines = ['UpdateTip: height=1', 'peer says \u001b[2Jhello'];
  const request = await until('a log is requested', async () => (await satrap.executor.requests())[0]);
  await satrap.executor.answer(request.id, { result: lines });
  expect((await shown).stdout).toBe('UpdateTip: height=1\npeer says  [2Jhello\n');
});

test('nodes delete refuses to delete without --yes where there is no terminal', async () => {
  await satrap.createNode('asked-about');
  expect(await satrap.run(['nodes', 'delete', 'asked-about'])).toMatchObject({
    code: 2,
    stderr: 'satrap: no terminal to ask for confirmation; use --yes\n',
  });
  expect(await satrap.showNode('asked-about')).toMatchObject({ desiredState: 'running' });
});

test('nodes delete removes chain data only where the node is named once more, and says what to do', async () => {
  const { id } = await satrap.createNode('removed');
  expect(await satrap.run(['nodes', 'delete', 'removed', '--yes', '--remove-data', 'other'])).toMatchObject({
    code: 1,
  });
  expect(await satrap.run(['nodes', 'delete', 'removed', '--yes', '--wallets', 'a'])).toMatchObject({
    code: 2,
    stderr: 'satrap: --wallets requires --remove-data\n',
  });
  const outcome = await satrap.run([
    'nodes',
    'delete',
    'removed',
    '--yes',
    '--remove-data',
    'removed',
    '--wallets',
    'a,b',
  ]);
  expect(outcome).toMatchObject({ code: 0, stdout: 'removed is being deleted\n' });
  const { data } = await satrap.executor.sync();
  expect(data.syncExecutor.nodes).toContainEqual(
    expect.objectContaining({ id, desiredState: 'deleted', dataPolicy: 'remove' }),
  );
});

test('nodes delete with --yes and --keep-data deletes a node and keeps its chain data', async () => {
  const { id } = await satrap.createNode('deleted');
  const outcome = await satrap.run(['nodes', 'delete', 'deleted', '--yes', '--keep-data']);
  expect(outcome).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^deleted is being deleted\nIts chain data stays on frankfurt: /),
  });
  expect(outcome.stdout).toContain('satrap nodes create deleted --network regtest --adopt deleted\n');
  expect(outcome.stdout).toContain('satrap hosts remove-data frankfurt ID deleted\n');

  const { data } = await satrap.executor.sync();
  expect(data.syncExecutor.nodes).toContainEqual(
    expect.objectContaining({ id, desiredState: 'deleted', dataPolicy: 'keep' }),
  );
});
