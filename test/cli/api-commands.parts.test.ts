import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { release } from '../harness/release.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { upgradability } from '../harness/upgradable-host.ts';
import { createLine, TestCommands } from './test-commands.ts';

const satrap = new TestCommands();

test('executors list and show print an executor and its capacity, and JSON for scripts', async () => {
  const [, row, ...rest] = (await satrap.stdout('executors list')).trimEnd().split('\n');
  expect(row).toMatch(/^frankfurt +online +1\.0\.0 +\d+s +128\.0 +1953\.0 +- +28\.1\*,28\.0\* +0 +-$/);
  const warning = 'end of life since 2026-04-19, vulnerable: CVE-2024-52911';
  expect(rest).toEqual(['28.1', '28.0'].map((version) => `* bitcoind ${version}: ${warning}`));
  expect(await satrap.json('executors list')).toMatchObject([{ name: 'frankfurt', status: 'online' }]);
  const shown = await satrap.stdout('executors show frankfurt');
  expect(shown).toMatch(/\nRESOURCE .*\ncores +8 +4 [\s\S]*disk: no forecast/);
  expect(await satrap.json('executors show frankfurt')).toMatchObject({ room: { cpuCores: { total: 8 } } });
});

test('executors delete refuses an executor that has nodes', async () => {
  await satrap.createNode('keeps-executor');
  expect(await satrap.stderr('hosts delete frankfurt --yes')).toMatch(
    /\(executor_has_nodes\)\ndocumentation: http\S+\/docs\/errors\.html#executor_has_nodes\n$/,
  );
});

test('executors label sets and removes labels, which nodes create can ask for', async () => {
  await satrap.run('hosts label frankfurt --label region=eu -l disk=hdd');
  expect(await satrap.stdout('hosts label frankfurt --label disk=nvme --label region-')).toBe('frankfurt: disk=nvme\n');
  const create = 'nodes create labelled --network regtest --label tier=1 --host-label';
  expect(await satrap.stderr(`${create} disk=hdd`)).toContain('frankfurt does not have the label disk=hdd');
  expect(await satrap.stdout(`${create} disk=nvme`)).toMatch(
    /^labelled goes to frankfurt: the only host that can run the node; .+ of memory and .+ available\nlabelled \(/,
  );
  expect((await satrap.run('executors label frankfurt')).code).toBe(2);
});

test('nodes label changes the labels of several nodes, and lists filter by them', async () => {
  await satrap.createNode('unlabelled');
  expect(await satrap.stdout('nodes label labelled unlabelled --label team=pay -l tier-')).toBe(
    'labelled: team=pay\nunlabelled: team=pay\n',
  );
  expect(await satrap.json('nodes label unlabelled -l team- --json')).toMatchObject({ name: 'unlabelled', labels: [] });
  expect(await satrap.json('nodes ls -l team=pay --host-label disk=nvme')).toMatchObject([{ name: 'labelled' }]);
  expect(await satrap.stdout('nodes show labelled')).toContain('\n\nlabels: team=pay\n');
});

test('executors cordon and drain say who asked for it and why, and are taken back', async () => {
  expect(await satrap.stdout(['executors', 'cordon', 'frankfurt', '--reason', 'new disks'])).toMatch(
    /^frankfurt is online, cordoned: new disks \(.+\)\n$/,
  );
  expect(await satrap.stderr('nodes create late --network regtest')).toContain('takes no new nodes');
  expect(await satrap.stdout('executors uncordon frankfurt')).toBe('frankfurt is online\n');
  expect(await satrap.stdout('executors drain frankfurt --reason kernel')).toMatch(
    /^frankfurt is online, draining \(\d+ left\): kernel \(.+\)\n$/,
  );
  expect(await satrap.stdout('nodes start labelled')).toContain('waiting: frankfurt is drained: kernel');
  expect(await satrap.stdout('executors list')).toContain('online, draining');
  expect(await satrap.stdout('executors undrain frankfurt')).toBe('frankfurt is online\n');
});

describe('the commands for releases', () => {
  /** Adds a release from a file. */
  const create = (data: object | string) => {
    const file = join(scratchFolder('release'), 'release.json');
    writeFileSync(file, typeof data === 'string' ? data : JSON.stringify(data));
    return satrap.run(`releases create ${file}`);
  };

  test('a release is added from a file, listed, withdrawn and deleted', async () => {
    expect(await satrap.stdout('releases list')).toBe('no matching releases\n');
    expect((await create(release('1.1.0', { lowestVersion: '1.0.0' }))).code).toBe(0);
    expect(await satrap.stdout('releases list --channel stable')).toMatch(
      /^VERSION .*\n1\.1\.0 +stable +\d+s +1\.0\.0 +linux-x64,image +offered\n$/,
    );
    expect(await satrap.stdout('releases withdraw 1.1.0 --reason faulty')).toContain('withdrawn: faulty');
    expect(await satrap.stdout('releases delete 1.1.0 --yes')).toBe('removed 1.1.0 from the catalog\n');
    expect((await create('{')).stderr).toContain('release.json is not JSON');
    expect((await create(release('1.2'))).stderr).toMatch(/ version: must be a semantic version/);
    expect(await satrap.stderr('releases create /missing')).toContain('cannot read');
  });

  test('an upgrade is asked for, shown with its progress, and cancelled', async () => {
    await create(release('1.3.0'));
    await satrap.executor.sync({ upgradability });
    const [show, start, cancel] = ['show', 'start', 'cancel'].map((verb) => `hosts upgrade ${verb} frankfurt`);
    expect(await satrap.stdout(`${show}`)).toBe('frankfurt: 1.0.0\n');
    expect(await satrap.stdout(`${start} --to 1.3.0`)).toBe('frankfurt: 1.0.0, to 1.3.0 (requested)\n');
    const { requestId } = (await satrap.executor.sync({ upgradability })).data.syncExecutor.upgrade;
    const progress = { requestId, state: 'fetching', progress: 0.4, reason: 'by mirror 2' };
    await satrap.executor.sync({ upgradability, upgrade: progress });
    expect(await satrap.stdout(`${show}`)).toBe('frankfurt: 1.0.0, to 1.3.0 (fetching 40 %): by mirror 2\n');
    expect(await satrap.stdout('executors list')).toContain('1.0.0, to 1.3.0 (fetching 40 %)');
    expect(await satrap.run(`${start} --to 1.3.0`)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(
        /\(upgrade_already_pending\)\nhint: Cancel it with satrap hosts upgrade cancel frankfurt\.\ndocumentation: \S+\n$/,
      ),
    });
    expect(await satrap.stdout(`${cancel}`)).toMatch(
      /^frankfurt: 1\.0\.0; upgrade to 1\.3\.0: cancelled: Cancelled by /,
    );
  });
});

test('audit list prints the newest action last, also as JSON', async () => {
  for (const name of ['made-first', 'made-second']) await satrap.createNode(name);
  const list = 'audit list --action createNode --last 2';
  const actions: { target: { name: string } }[] = await satrap.json(list);
  expect(actions.map(({ target }) => target.name)).toEqual(['made-first', 'made-second']);
  expect(await satrap.stdout(list)).toMatch(/made-first[\s\S]*made-second/);
});

test('events list prints a node’s events by level, newest last, one per line', async () => {
  const { id: nodeId } = await satrap.createNode('eventful');
  await satrap.executor.report([
    satrap.executor.event({ nodeId, message: 'it began' }),
    satrap.executor.event({ nodeId, level: 'error', message: 'it\nbroke' }),
  ]);
  const events = 'events list --node eventful --last 2';
  const messages: { message: string }[] = await satrap.json(events);
  expect(messages.map(({ message }) => message)).toEqual(['it began', 'it\nbroke']);
  const lines = async (words: string) => (await satrap.stdout(words)).split('\n').map((line) => line.slice(26));
  expect(await lines(events)).toEqual([
    'info     frankfurt/eventful  it began',
    'error    frankfurt/eventful  it broke',
    '',
  ]);
  expect(await lines(`${events} --level error`)).toEqual(['error    frankfurt/eventful  it broke', '']);
});

test('events export writes all that match as CSV, or as JSON with some fields', async () => {
  const { id: nodeId } = await satrap.createNode('exported');
  await satrap.executor.report([
    satrap.executor.event({ nodeId, kind: 'test.export', message: '=1+1' }),
    satrap.executor.event({ nodeId, kind: 'test.export', message: 'a, "b"' }),
    satrap.executor.event({ nodeId, kind: 'test.other', message: 'else' }),
  ]);
  const command = 'events export --search TEST.EXP';
  const [head, ...lines] = (await satrap.stdout(command)).trimEnd().split('\r\n');
  expect(head).toBe('time,level,kind,message,host,node,node id,data,id');
  expect(lines.map((line) => line.split(',').slice(1, -5).join(','))).toEqual([
    'info,test.export,"a, ""b"""',
    "info,test.export,'=1+1",
  ]);
  const shown = JSON.parse(await satrap.stdout(`${command} --json=message`));
  expect(shown).toEqual([{ message: 'a, "b"' }, { message: '=1+1' }]);
});

test('audit export writes all that match', async () => {
  for (const name of ['out-first', 'out-second']) await satrap.createNode(name);
  const lines = (await satrap.stdout('audit export --search out- --action createNode')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,createNode,node,out-second,/);
});

test('nodes logs refuses --until with --follow', async () => {
  expect(await satrap.run('nodes logs past --follow --until 1h')).toMatchObject({ code: 2 });
});

test('incidents acknowledge needs incidents or a filter', async () => {
  expect(await satrap.run('incidents acknowledge')).toMatchObject({ code: 2 });
  expect(await satrap.run('incidents acknowledge some-id --code disk_low')).toMatchObject({ code: 2 });
  expect(await satrap.stdout('incidents acknowledge --code backup_overdue')).toBe('no matching incidents\n');
});

test('prints each error on its own line, and names what does not exist', async () => {
  const { code, stderr } = await satrap.run(createLine('wrong', '--set datadir=/etc --set maxmempool=1'));
  const [head, ...lines] = stderr.trimEnd().split('\n');
  expect([code, head]).toEqual([5, 'error: invalid input (invalid_node_config):']);
  expect(lines).toEqual([
    expect.stringContaining('datadir'),
    expect.stringContaining('maxmempool'),
    expect.stringMatching(/^documentation: /),
  ]);
  for (const [words, expected, message, key] of [
    ['nodes stop nobody', 4, 'no node named nobody\nhint: satrap nodes list'],
    ['executors delete nobody', 4, 'no host named nobody\nhint: satrap hosts list'],
    ['events list', 5, 'this is a host’s key, which only its agent can use; use a personal key', satrap.executor.key],
    ['nodes list', 5, 'this is a host’s key, which only its agent can use; use a personal key', satrap.executor.key],
  ] as const)
    expect(await satrap.run(words, key)).toEqual({ code: expected, stderr: `error: ${message}\n`, stdout: '' });
});
