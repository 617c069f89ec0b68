import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { type Outcome, satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';

let controlPlane: TestControlPlane;
let executor: TestExecutor;
let executorKey: string;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  executorKey = await controlPlane.key('executor');
  executor = new TestExecutor(controlPlane, executorKey, 'frankfurt');
  await executor.sync();
});

afterAll(() => controlPlane?.destroy());

/** As the administrator, by the environment. */
const ours = (words: readonly string[], key = controlPlane.personalKey): Promise<Outcome> =>
  satrap(words, { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: key });

async function json(words: readonly string[]): Promise<never> {
  const { code, stdout, stderr } = await ours([...words, '--json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as never;
}

const creation = (name: string, ...more: string[]) => [
  ...['nodes', 'create', name, '--executor', 'frankfurt', '--network', 'regtest', '--version', '28.1'],
  ...['--cpu', '1', '--memory', '512', '--disk', '5', ...more],
];

interface Row {
  id: string;
  name: string;
  clientVersion: string;
  desiredState: string;
  revision: number;
  overrides: { key: string; value: string }[];
  resources: { memoryMiB: number };
}

describe('the commands for nodes and executors', () => {
  test('say what to do where there is nothing yet', async () => {
    expect((await ours(['nodes', 'list'])).stdout).toBe(
      'there are no nodes yet; create one with: satrap nodes create NAME --executor NAME --network signet\n',
    );
  });

  test('list executors as a table and as JSON', async () => {
    const { stdout } = await ours(['executors', 'list']);
    const [head, row, ...others] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^NAME +STATUS +AGENT +SEEN +CORES /);
    expect(row).toMatch(/^frankfurt +online +1\.0\.0 +\d+s +8 +16\.0\/16\.0 .* signet,regtest +28\.1,28\.0 +0$/);
    expect(others).toEqual([]);
    expect(await json(['executors', 'list'])).toMatchObject([{ name: 'frankfurt', status: 'online' }]);
  });

  test('create a node with all that was said, and list it', async () => {
    const created = await ours(creation('first', '--set', 'dbcache=300', '--set', 'uacomment=a=b'));
    expect(created.stderr).toBe('');
    expect(created.stdout).toMatch(/^first \([0-9a-f-]{36}\): asked to be running, now pending\n$/);
    const [node] = (await json(['nodes', 'list'])) as Row[];
    expect(node).toMatchObject({
      name: 'first',
      clientVersion: '28.1',
      resources: { cpuCores: 1, memoryMiB: 512, diskGiB: 5 },
      overrides: [
        { key: 'dbcache', value: '300' },
        { key: 'uacomment', value: 'a=b' },
      ],
    });
    expect((await ours(['nodes', 'list'])).stdout).toMatch(/^first +regtest +28\.1 +full +frankfurt +pending /m);
  });

  test('change overrides one by one, by name or by id', async () => {
    const [{ id }] = (await json(['nodes', 'list'])) as [Row];
    await ours(['nodes', 'update', 'first', '--set', 'dbcache=400', '--unset', 'uacomment']);
    await ours(['nodes', 'update', id, '--set', 'maxmempool=100', '--memory', '1024', '--version', '28.0']);
    expect(((await json(['nodes', 'list'])) as Row[])[0]).toMatchObject({
      clientVersion: '28.0',
      resources: { memoryMiB: 1024 },
      overrides: [
        { key: 'dbcache', value: '400' },
        { key: 'maxmempool', value: '100' },
      ],
    });
    const { stdout } = await ours(['nodes', 'show', id]);
    expect(stdout).toMatch(/^dbcache +400 /m);
  });

  test('ask a node to stop, start and restart', async () => {
    expect((await ours(['nodes', 'stop', 'first'])).stdout).toMatch(/^first \(.*\): asked to be stopped/);
    expect((await ours(['nodes', 'start', 'first'])).stdout).toMatch(/^first \(.*\): asked to be running/);
    const before = ((await json(['nodes', 'list'])) as Row[])[0]?.revision ?? 0;
    expect((await ours(['nodes', 'restart', 'first'])).code).toBe(0);
    expect(((await json(['nodes', 'list'])) as Row[])[0]?.revision).toBeGreaterThan(before);
  });

  test('show a node’s log, without what could take over a terminal', async () => {
    const shown = ours(['nodes', 'logs', 'first', '--tail', '2']);
    const sessionId = await untilAsked();
    const answer = 'mutation($input: NodeLogsInput!) { reportNodeLogs(input: $input) }';
    const lines = ['UpdateTip: height=1', 'peer says \u001b[2Jhello'];
    await controlPlane.ask(answer, { input: { sessionId, lines } }, executorKey);
    expect((await shown).stdout).toBe('UpdateTip: height=1\npeer says  [2Jhello\n');
  });

  test('show what happened, the newest last', async () => {
    const [{ id }] = (await json(['nodes', 'list'])) as [Row];
    await executor.report([
      executor.event({ nodeId: id, message: 'it began' }),
      executor.event({ nodeId: id, level: 'error', message: 'it\nbroke' }),
    ]);
    const { stdout } = await ours(['events', '--node', 'first', '--last', '2']);
    expect(stdout.split('\n').map((line) => line.slice(26))).toEqual([
      'info     frankfurt/first  it began',
      'error    frankfurt/first  it broke',
      '',
    ]);
    expect((await ours(['events', '--level', 'error'])).stdout).not.toContain('it began');
  });

  test('delete a node only when told not to ask, where nobody can be asked', async () => {
    const asked = await ours(['nodes', 'delete', 'first']);
    expect(asked).toMatchObject({
      code: 2,
      stderr: 'satrap: there is no terminal to ask for confirmation; use --yes\n',
    });
    expect((await ours(['executors', 'delete', 'frankfurt'])).stderr).toMatch(/\(executor_has_nodes\)\n$/);
    const deleted = await ours(['nodes', 'delete', 'first', '--yes', '--keep-data']);
    expect(deleted).toMatchObject({ code: 0, stdout: 'first is being deleted\n' });
    const { data } = await executor.sync();
    expect(data.syncExecutor.nodes).toMatchObject([{ desiredState: 'deleted', dataPolicy: 'keep' }]);
  });
});

describe('a fault', () => {
  test('of the values is told with each of them on its own line, and exits 1', async () => {
    const { code, stderr } = await ours(creation('wrong', '--set', 'datadir=/etc', '--set', 'maxmempool=1'));
    const [head, ...lines] = stderr.trimEnd().split('\n');
    expect(head).toBe('satrap: invalid input (invalid_node_config):');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('datadir');
    expect(lines[1]).toContain('maxmempool');
    expect(code).toBe(1);
  });

  test.each([
    [['nodes', 'stop', 'nobody'], 'satrap: there is no node nobody; see: satrap nodes list\n'],
    [['executors', 'delete', 'nobody'], 'satrap: there is no executor nobody; see: satrap executors list\n'],
    [
      ['nodes', 'create', 'n', '--executor', 'nobody', '--network', 'signet'],
      'satrap: there is no executor nobody; see: satrap executors list\n',
    ],
  ])('such as %j names what is not there', async (words, said) => {
    expect(await ours(words)).toMatchObject({ code: 1, stderr: said, stdout: '' });
  });

  test('of the key is told in a sentence', async () => {
    const { code, stderr } = await ours(['nodes', 'list'], 'satrap_no_such_key_at_all');
    expect(stderr).toMatch(/^satrap: .*API key.*\(Unauthenticated\)\n$/);
    expect(stderr).not.toContain('no_such_key');
    expect(code).toBe(1);
  });
});

async function untilAsked(): Promise<string> {
  return until('a log is asked for', async () => {
    const { data } = await executor.sync();
    return data.syncExecutor.logRequests[0]?.sessionId as string | undefined;
  });
}
