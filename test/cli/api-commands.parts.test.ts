import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createArgs, TestCommands } from './test-commands.ts';

let satrap: TestCommands;

beforeAll(async () => {
  satrap = await TestCommands.start();
});
afterAll(() => satrap?.destroy());

describe('the commands for executors', () => {
  test('executors list prints a table, and JSON for scripts', async () => {
    const { stdout } = await satrap.run(['executors', 'list']);
    const [head, row, ...rest] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^NAME +STATUS +AGENT +LAST SEEN +MEMORY GIB AVAIL +DISK GIB AVAIL /);
    expect(row).toMatch(/^frankfurt +online +1\.0\.0 +\d+s +128\.0 +1953\.1 +- +28\.1,28\.0 +0 +-$/);
    expect(rest).toEqual([]);
    expect(await satrap.json('executors', 'list')).toMatchObject([{ name: 'frankfurt', status: 'online' }]);
  });

  test('executors show prints the room of an executor', async () => {
    const { stdout } = await satrap.run(['executors', 'show', 'frankfurt']);
    expect(stdout).toMatch(/\nRESOURCE +TOTAL +OVERCOMMIT +ALLOCATED +USED +FREE +AVAILABLE\ncores +8 +4 /);
    expect(stdout).toContain('disk: no forecast');
    expect(await satrap.json('executors', 'show', 'frankfurt')).toMatchObject({ room: { cpuCores: { total: 8 } } });
    expect((await satrap.run(['hosts', 'show', 'nobody'])).stderr).toContain('no host named nobody');
  });

  test('executors delete refuses an executor that has nodes', async () => {
    await satrap.createNode('keeps-executor');
    expect((await satrap.run(['executors', 'delete', 'frankfurt'])).stderr).toMatch(/\(executor_has_nodes\)\n$/);
  });
});

describe('the commands that keep nodes away from an executor', () => {
  test('executors label sets and removes labels, which nodes create can ask for', async () => {
    await satrap.run(['executors', 'label', 'frankfurt', '--set', 'region=eu', '--set', 'disk=hdd']);
    const { stdout } = await satrap.run(['executors', 'label', 'frankfurt', '--set', 'disk=nvme', '--unset', 'region']);
    expect(stdout).toBe('frankfurt: disk=nvme\n');
    const create = ['nodes', 'create', 'labelled', '--network', 'regtest', '--label'];
    expect((await satrap.run([...create, 'disk=hdd'])).stderr).toContain('frankfurt does not have the label disk=hdd');
    expect((await satrap.run([...create, 'disk=nvme'])).stdout).toMatch(
      /^labelled goes to frankfurt: the only host that can run the node; .+ of memory and .+ available\nlabelled \(/,
    );
    expect((await satrap.run(['executors', 'label', 'frankfurt'])).code).toBe(2);
  });

  test('executors cordon and drain say who asked for it and why, and are taken back', async () => {
    const cordoned = await satrap.run(['executors', 'cordon', 'frankfurt', '--reason', 'new disks']);
    expect(cordoned.stdout).toMatch(/^frankfurt is online, cordoned: new disks \(.+\)\n$/);
    expect((await satrap.run(['nodes', 'create', 'late', '--network', 'regtest'])).stderr).toContain(
      'takes no new nodes',
    );
    expect((await satrap.run(['executors', 'uncordon', 'frankfurt'])).stdout).toBe('frankfurt is online\n');
    const drained = await satrap.run(['executors', 'drain', 'frankfurt', '--reason', 'kernel']);
    expect(drained.stdout).toMatch(/^frankfurt is online, draining \(\d+ left\): kernel \(.+\)\n$/);
    expect((await satrap.run(['nodes', 'start', 'labelled'])).stdout).toContain(
      'waiting: frankfurt is drained: kernel',
    );
    expect((await satrap.run(['executors', 'list'])).stdout).toContain('online, draining');
    expect((await satrap.run(['executors', 'undrain', 'frankfurt'])).stdout).toBe('frankfurt is online\n');
  });
});

test('audit list prints the newest action last, also as JSON', async () => {
  for (const name of ['made-first', 'made-second']) await satrap.createNode(name);
  const args = ['audit', 'list', '--action', 'createNode', '--last', '2'];
  const actions: { target: { name: string } }[] = await satrap.json(...args);
  expect(actions.map(({ target }) => target.name)).toEqual(['made-first', 'made-second']);
  expect((await satrap.run(args)).stdout).toMatch(/made-first[\s\S]*made-second/);
});

describe('the command for events', () => {
  test('events prints what happened to a node, the newest last, each on one line', async () => {
    const { id } = await satrap.createNode('eventful');
    await satrap.executor.report([
      satrap.executor.event({ nodeId: id, message: 'it began' }),
      satrap.executor.event({ nodeId: id, level: 'error', message: 'it\nbroke' }),
    ]);
    const asJson = JSON.parse((await satrap.run(['events', '--node', 'eventful', '--last', '2', '--json'])).stdout);
    expect(asJson.map(({ message }: { message: string }) => message)).toEqual(['it began', 'it\nbroke']);
    const { stdout } = await satrap.run(['events', '--node', 'eventful', '--last', '2']);
    expect(stdout.split('\n').map((line) => line.slice(26))).toEqual([
      'info     frankfurt/eventful  it began',
      'error    frankfurt/eventful  it broke',
      '',
    ]);
  });

  test('events with --level prints only events of that level', async () => {
    const { id } = await satrap.createNode('quiet');
    await satrap.executor.report([satrap.executor.event({ nodeId: id, message: 'it began quietly' })]);
    expect((await satrap.run(['events', '--node', 'quiet'])).stdout).toContain('it began quietly');
    expect((await satrap.run(['events', '--node', 'quiet', '--level', 'error'])).stdout).not.toContain(
      'it began quietly',
    );
  });
});

describe('a key of an executor', () => {
  test.each([[['nodes', 'list']], [['nodes', 'show', 'any']], [['executors', 'list']], [['events']]])(
    'the command %j says that an executor’s key is not for people',
    async (args) => {
      expect(await satrap.run(args, satrap.executorKey)).toMatchObject({
        code: 1,
        stderr: 'satrap: this is a host’s key, which only its agent can use; use a personal key\n',
      });
    },
  );
});

describe('an error of the API', () => {
  test('invalid input is printed with each fault on its own line, and the command exits 1', async () => {
    const { code, stderr } = await satrap.run(createArgs('wrong', '--set', 'datadir=/etc', '--set', 'maxmempool=1'));
    const [head, ...lines] = stderr.trimEnd().split('\n');
    expect(head).toBe('satrap: invalid input (invalid_node_config):');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('datadir');
    expect(lines[1]).toContain('maxmempool');
    expect(code).toBe(1);
  });

  test.each([
    [['nodes', 'stop', 'nobody'], 'satrap: no node named nobody; see: satrap nodes list\n'],
    [['executors', 'delete', 'nobody'], 'satrap: no host named nobody; see: satrap hosts list\n'],
    [
      ['nodes', 'create', 'n', '--executor', 'nobody', '--network', 'signet'],
      'satrap: no host named nobody; see: satrap hosts list\n',
    ],
  ])('the command %j names what does not exist', async (args, stderr) => {
    expect(await satrap.run(args)).toMatchObject({ code: 1, stderr, stdout: '' });
  });

  test('an invalid key is reported without repeating it', async () => {
    const { code, stderr } = await satrap.run(['nodes', 'list'], 'satrap_no_such_key_at_all');
    expect(stderr).toMatch(/^satrap: .*API key.*\(Unauthenticated\); the key is from SATRAP_API_KEY\n$/);
    expect(stderr).not.toContain('no_such_key');
    expect(code).toBe(1);
  });
});
