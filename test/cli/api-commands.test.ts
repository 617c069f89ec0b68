import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { type Outcome, satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';

let controlPlane: TestControlPlane;
let executor: TestExecutor;
let executorKey: string;
let emptyList: Outcome;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  executorKey = await controlPlane.key('executor');
  executor = new TestExecutor(controlPlane, executorKey, 'frankfurt');
  await executor.sync();
  emptyList = await run(['nodes', 'list']);
});

afterAll(() => controlPlane?.destroy());

/** Runs a command as the administrator, by the environment. */
const run = (args: readonly string[], key = controlPlane.personalKey): Promise<Outcome> =>
  satrap(args, { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: key });

/** Returns the JSON of a command that must succeed. */
async function json(...args: string[]): Promise<never> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as never;
}

const createArgs = (name: string, ...more: string[]) => [
  ...['nodes', 'create', name, '--executor', 'frankfurt', '--network', 'regtest', '--version', '28.1'],
  ...['--cpu', '0.5', '--memory', '512', '--disk', '5', ...more],
];

interface Node {
  id: string;
  revision: number;
  resources: { memoryMiB: number };
}

/** Creates a node and returns its JSON. */
const createNode = (name: string, ...more: string[]): Promise<Node> => json(...createArgs(name, ...more));
const showNode = (name: string): Promise<Node> => json('nodes', 'show', name);

describe('the commands for executors', () => {
  test('executors list prints a table, and JSON for scripts', async () => {
    const { stdout } = await run(['executors', 'list']);
    const [head, row, ...rest] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^NAME +STATUS +AGENT +SEEN +CORES /);
    expect(row).toMatch(/^frankfurt +online +1\.0\.0 +\d+s +8 +128\.0\/128\.0 .* signet,regtest +28\.1,28\.0 +0$/);
    expect(rest).toEqual([]);
    expect(await json('executors', 'list')).toMatchObject([{ name: 'frankfurt', status: 'online' }]);
  });

  test('executors show prints the room of an executor', async () => {
    const { stdout } = await run(['executors', 'show', 'frankfurt']);
    expect(stdout).toMatch(/\nRESOURCE +TOTAL +OVERCOMMIT +PROMISED +USED +FREE +FOR ONE MORE NODE\ncores +8 +4 /);
    expect(stdout).toContain('disk: no forecast');
    expect(await json('executors', 'show', 'frankfurt')).toMatchObject({ room: { cpuCores: { total: 8 } } });
    expect((await run(['executors', 'show', 'nobody'])).stderr).toContain('there is no executor nobody');
  });

  test('executors delete refuses an executor that has nodes', async () => {
    await createNode('keeps-executor');
    expect((await run(['executors', 'delete', 'frankfurt'])).stderr).toMatch(/\(executor_has_nodes\)\n$/);
  });
});

describe('the commands that keep nodes away from an executor', () => {
  test('executors label sets and removes labels, which nodes create can ask for', async () => {
    await run(['executors', 'label', 'frankfurt', '--set', 'region=eu', '--set', 'disk=hdd']);
    const { stdout } = await run(['executors', 'label', 'frankfurt', '--set', 'disk=nvme', '--unset', 'region']);
    expect(stdout).toBe('frankfurt: disk=nvme\n');
    const create = ['nodes', 'create', 'labelled', '--network', 'regtest', '--label'];
    expect((await run([...create, 'disk=hdd'])).stderr).toContain('frankfurt does not have the label disk=hdd');
    expect((await run([...create, 'disk=nvme'])).stdout).toMatch(
      /^labelled goes to frankfurt: the only executor that can take the node: .+ of memory and .+ left for others\nlabelled \(/,
    );
    expect((await run(['executors', 'label', 'frankfurt'])).code).toBe(2);
  });

  test('executors cordon and drain say who asked for it and why, and are taken back', async () => {
    const cordoned = await run(['executors', 'cordon', 'frankfurt', '--reason', 'new disks']);
    expect(cordoned.stdout).toMatch(/^frankfurt is online, cordoned: new disks \(.+\)\n$/);
    expect((await run(['nodes', 'create', 'late', '--network', 'regtest'])).stderr).toContain('takes no new nodes');
    expect((await run(['executors', 'uncordon', 'frankfurt'])).stdout).toBe('frankfurt is online\n');
    const drained = await run(['executors', 'drain', 'frankfurt', '--reason', 'kernel']);
    expect(drained.stdout).toMatch(/^frankfurt is online, draining \(\d+ left\): kernel \(.+\)\n$/);
    expect((await run(['nodes', 'start', 'labelled'])).stdout).toContain('waits: frankfurt is drained: kernel');
    expect((await run(['executors', 'list'])).stdout).toContain('online, draining');
    expect((await run(['executors', 'undrain', 'frankfurt'])).stdout).toBe('frankfurt is online\n');
  });
});

describe('the commands for nodes', () => {
  test('nodes options shows what is offered, and what an option of bitcoin.conf means', async () => {
    const { stdout } = await run(['nodes', 'options', 'dbcache', '--executor', 'frankfurt']);
    expect(stdout).toContain('networks: regtest, signet\nnode types: full, pruned\nversions: 28.1, 28.0\n');
    expect(stdout).toMatch(/\ndbcache +integer +4 to 16384 MiB +450 +Memory for the database cache/);
    const platform = await run(['nodes', 'options', 'rpcbind']);
    expect(platform.stdout).toMatch(/\nrpcbind .+ managed by the platform: ports and bindings are given out/);
    expect((await run(['nodes', 'options', '--executor', 'nowhere'])).stderr).toContain('there is no executor nowhere');
  });

  test('a dry run shows what would happen, changes nothing, and fails where it would be refused', async () => {
    const create = ['nodes', 'create', 'dry', '--network', 'regtest', '--dry-run'];
    const accepted = await run([...create, '--set', 'dbcache=300']);
    expect(accepted.stdout).toMatch(/^would be accepted; nothing was changed\nexecutor: frankfurt \(/);
    expect(accepted.stdout).toMatch(/\ndbcache +- +300 +override/);
    const refused = await run([...create, '--set', 'datadir=/x']);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('  overrides.0.key: "datadir" is managed'),
    });
    await createNode('changes-dry');
    const update = await run(['nodes', 'update', 'changes-dry', '--memory', '600', '--dry-run']);
    expect(update.stdout).toMatch(/\nresources\.memoryMiB +512 +600 +new_container +the daemon ends gently/);
    expect((await showNode('changes-dry')).resources.memoryMiB).toBe(512);
    expect((await run(['nodes', 'show', 'dry'])).code).toBe(1);
  });

  test('nodes list says how to create a node where there is none', () => {
    expect(emptyList.stdout).toBe(
      'there are no nodes yet; create one with: satrap nodes create NAME --executor NAME --network signet\n',
    );
  });

  test('nodes create deploys a node with all of its options', async () => {
    const { stdout, stderr } = await run(createArgs('created', '--set', 'dbcache=300', '--set', 'torpassword=a=b'));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^created \([0-9a-f-]{36}\): asked to be running, now pending\n$/);
    expect(await showNode('created')).toMatchObject({
      name: 'created',
      clientVersion: '28.1',
      resources: { cpuCores: 0.5, memoryMiB: 512, diskGiB: 5 },
      overrides: [
        { key: 'dbcache', value: '300' },
        { key: 'torpassword', value: 'a=b' },
      ],
    });
  });

  test('nodes list prints a row for each node', async () => {
    await createNode('listed');
    expect((await run(['nodes', 'list'])).stdout).toMatch(/^listed +regtest +28\.1 +full +frankfurt +pending /m);
  });

  test('nodes update changes single overrides of a node, which is named by its name or its id', async () => {
    const { id } = await createNode('updated', '--set', 'dbcache=300', '--set', 'torpassword=a=b');
    await run(['nodes', 'update', 'updated', '--set', 'dbcache=400', '--unset', 'torpassword']);
    await run(['nodes', 'update', id, '--set', 'maxmempool=100', '--memory', '1024', '--version', '28.0']);
    expect(await showNode('updated')).toMatchObject({
      clientVersion: '28.0',
      resources: { memoryMiB: 1024 },
      overrides: [
        { key: 'dbcache', value: '400' },
        { key: 'maxmempool', value: '100' },
      ],
    });
  });

  test('nodes update with --wait ends once the agent has applied the change', async () => {
    const { id } = await createNode('awaited');
    const updated = run(['nodes', 'update', 'awaited', '--memory', '1024', '--wait']);
    await until('the change is there', async () => (await showNode('awaited')).resources.memoryMiB === 1024);
    const { revision } = await showNode('awaited');
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
    await executor.sync({ nodes: [{ ...state, appliedRevision: revision }] });
    expect(await updated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/asked to be running, now running\n$/),
    });
  });

  test('nodes create says why every version of an executor that offers none would be refused', async () => {
    const bare = await TestExecutor.withKey(controlPlane, 'bare');
    await bare.sync({ capabilities: { clients: [], networks: ['regtest'], nodeTypes: ['full'] } });
    const { stderr, code } = await run(['nodes', 'create', 'n', '--executor', 'bare', '--network', 'regtest']);
    expect(stderr).toMatch(/^satrap: bare offers no version of bitcoind: none of its images is on the host/);
    expect(code).toBe(1);
    await run(['executors', 'delete', 'bare']);
  });

  test('nodes show prints the effective configuration', async () => {
    const { id } = await createNode('shown', '--set', 'dbcache=400');
    expect((await run(['nodes', 'show', id])).stdout).toMatch(/^dbcache +400 /m);
  });

  test('nodes stop and nodes start request the desired state', async () => {
    await createNode('stopped');
    expect((await run(['nodes', 'stop', 'stopped'])).stdout).toMatch(/^stopped \(.*\): asked to be stopped/);
    expect((await run(['nodes', 'start', 'stopped'])).stdout).toMatch(/^stopped \(.*\): asked to be running/);
  });

  test('nodes restart requests a restart by a new revision', async () => {
    const { revision } = await createNode('restarted');
    expect((await run(['nodes', 'restart', 'restarted'])).code).toBe(0);
    expect((await showNode('restarted')).revision).toBeGreaterThan(revision);
  });

  test('nodes logs prints a node’s log without what could take over a terminal', async () => {
    await createNode('logged');
    const shown = run(['nodes', 'logs', 'logged', '--tail', '2']);
    const sessionId = await until('a log is requested', async () => {
      const { data } = await executor.sync();
      return data.syncExecutor.logRequests[0]?.sessionId as string | undefined;
    });
    const report = 'mutation($input: NodeLogsInput!) { reportNodeLogs(input: $input) }';
    const lines = ['UpdateTip: height=1', 'peer says \u001b[2Jhello'];
    await controlPlane.ask(report, { input: { sessionId, lines } }, executorKey);
    expect((await shown).stdout).toBe('UpdateTip: height=1\npeer says  [2Jhello\n');
  });

  test('nodes delete refuses to delete without --yes where there is no terminal', async () => {
    await createNode('asked-about');
    expect(await run(['nodes', 'delete', 'asked-about'])).toMatchObject({
      code: 2,
      stderr: 'satrap: there is no terminal to ask for confirmation; use --yes\n',
    });
    expect(await showNode('asked-about')).toMatchObject({ desiredState: 'running' });
  });

  test('nodes delete removes chain data only where the node is named once more, and says what to do', async () => {
    const { id } = await createNode('removed');
    expect(await run(['nodes', 'delete', 'removed', '--yes', '--remove-data', 'other'])).toMatchObject({ code: 1 });
    expect(await run(['nodes', 'delete', 'removed', '--yes', '--wallets', 'a'])).toMatchObject({
      code: 2,
      stderr: 'satrap: --wallets goes with --remove-data\n',
    });
    const outcome = await run(['nodes', 'delete', 'removed', '--yes', '--remove-data', 'removed', '--wallets', 'a,b']);
    expect(outcome).toMatchObject({ code: 0 });
    const { data } = await executor.sync();
    expect(data.syncExecutor.nodes).toContainEqual(
      expect.objectContaining({ id, desiredState: 'deleted', dataPolicy: 'remove' }),
    );
  });

  test('nodes delete with --yes and --keep-data deletes a node and keeps its chain data', async () => {
    const { id } = await createNode('deleted');
    const outcome = await run(['nodes', 'delete', 'deleted', '--yes', '--keep-data']);
    expect(outcome).toMatchObject({ code: 0, stdout: 'deleted is being deleted\n' });
    const { data } = await executor.sync();
    expect(data.syncExecutor.nodes).toContainEqual(
      expect.objectContaining({ id, desiredState: 'deleted', dataPolicy: 'keep' }),
    );
  });
});

describe('the command for events', () => {
  test('events prints what happened to a node, the newest last, each on one line', async () => {
    const { id } = await createNode('eventful');
    await executor.report([
      executor.event({ nodeId: id, message: 'it began' }),
      executor.event({ nodeId: id, level: 'error', message: 'it\nbroke' }),
    ]);
    const { stdout } = await run(['events', '--node', 'eventful', '--last', '2']);
    expect(stdout.split('\n').map((line) => line.slice(26))).toEqual([
      'info     frankfurt/eventful  it began',
      'error    frankfurt/eventful  it broke',
      '',
    ]);
  });

  test('events with --level prints only events of that level', async () => {
    const { id } = await createNode('quiet');
    await executor.report([executor.event({ nodeId: id, message: 'it began quietly' })]);
    expect((await run(['events', '--node', 'quiet'])).stdout).toContain('it began quietly');
    expect((await run(['events', '--node', 'quiet', '--level', 'error'])).stdout).not.toContain('it began quietly');
  });
});

describe('a key of an executor', () => {
  test.each([[['nodes', 'list']], [['nodes', 'show', 'any']], [['executors', 'list']], [['events']]])(
    'the command %j says that an executor’s key is not for people',
    async (args) => {
      expect(await run(args, executorKey)).toMatchObject({
        code: 1,
        stderr: 'satrap: this is the key of an executor, which only an agent can use; use a personal key\n',
      });
    },
  );
});

describe('an error of the API', () => {
  test('invalid input is printed with each fault on its own line, and the command exits 1', async () => {
    const { code, stderr } = await run(createArgs('wrong', '--set', 'datadir=/etc', '--set', 'maxmempool=1'));
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
  ])('the command %j names what does not exist', async (args, stderr) => {
    expect(await run(args)).toMatchObject({ code: 1, stderr, stdout: '' });
  });

  test('an invalid key is reported without repeating it', async () => {
    const { code, stderr } = await run(['nodes', 'list'], 'satrap_no_such_key_at_all');
    expect(stderr).toMatch(/^satrap: .*API key.*\(Unauthenticated\); the key is that of SATRAP_API_KEY\n$/);
    expect(stderr).not.toContain('no_such_key');
    expect(code).toBe(1);
  });
});
