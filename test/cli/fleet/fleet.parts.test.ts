import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { callsAtOnce } from '../../../src/cli/fleet/preview.ts';
import { builtProgram } from '../../harness/built-program.ts';
import { newPerson } from '../../harness/people.ts';
import { satrapHere } from '../../harness/satrap-here.ts';
import { sharedFolder } from '../../harness/scratch-folder.ts';
import { isSoak } from '../../harness/soak.ts';
import { until } from '../../harness/until.ts';
import { createLine, TestCommands } from '../test-commands.ts';

const satrap = new TestCommands();
const file = join(sharedFolder('fleet'), 'fleet.yaml');

const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
// Again for each, because many nodes may take as long as a host without heartbeats is online.
beforeEach(async () => {
  const resources = { cpuCores: amount(512), memoryMiB: amount(1_048_576), diskGiB: amount(20_000) };
  expect((await satrap.executor.sync({ resources })).errors).toBeUndefined();
});

const small = {
  network: 'regtest',
  clientVersion: '28.1',
  resources: { cpuCores: 0.5, memory: '512MiB', disk: '5GiB' },
};
const nodesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}`, host: 'frankfurt', ...small }));

const write = (fleet: object) => writeFileSync(file, stringify(fleet));
const apply = (more = '') => satrap.run(`apply -f ${file} --yes ${more}`.trimEnd());
const diff = (more = '') => satrap.run(`diff -f ${file} ${more}`.trimEnd());
const countOf = async (prefix: string): Promise<number> =>
  (
    await satrap.controlPlane.ask('query($p: String!) { nodeCounts(where: { name: { contains: $p } }) { total } }', {
      p: prefix,
    })
  ).nodeCounts.total;

test('makes many nodes of one file, and changes nothing the second time', async () => {
  const count = isSoak() ? 500 : 50;
  write({ nodes: nodesOf('many', count) });
  const startedAt = performance.now();
  const { code, stdout, stderr } = await apply();
  console.info(`apply of ${count} nodes: ${Math.round(performance.now() - startedAt)} ms`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^created node many-\d+ on frankfurt$/gm)).toHaveLength(count);
  expect(await apply()).toMatchObject({ code: 0, stdout: 'no changes\n', stderr: '' });
  const touched = '{ nodes(where: { name: { startsWith: "many-" }, revision: { not: { equals: 1 } } }) { name } }';
  expect(await satrap.controlPlane.ask(touched)).toEqual({ nodes: [] });
});

test('a node of a file gets its settings from a bitcoin.conf beside it', async () => {
  const conf = 'dbcache=100\naddnode=192.0.2.1\nrpcpassword=hunter2\ntorpassword=hunter3\n[regtest]\nmaxmempool=60\n';
  writeFileSync(join(dirname(file), 'shop.conf'), conf);
  // Another node if the test is retried.
  const name = `shop-${randomUUID().slice(0, 8)}`;
  write({ nodes: [{ name, host: 'frankfurt', ...small, conf: 'shop.conf', overrides: { dbcache: '90' } }] });
  const made = await apply();
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(`created node ${name} on frankfurt`) });
  expect(made.stderr).toContain(`${name}: shop.conf:3 is dropped: rpcpassword=(hidden) (the platform has its own RPC`);
  expect(made.stderr).toContain(`${name}: shop.conf:4 is dropped: torpassword=(hidden) (a secret, which no fleet file`);
  expect(`${made.stdout}${made.stderr}`).not.toContain('hunter');
  expect(await satrap.showNode(name)).toMatchObject({
    overrides: [
      { key: 'dbcache', value: '90' },
      { key: 'maxmempool', value: '60' },
    ],
  });
  // Nodes of other tests are not in the file.
  expect(await apply()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^no changes\n/) });
});

test('a killed apply is finished by the next one', async () => {
  write({ nodes: nodesOf('some', 50) });
  const { main, compiled } = await builtProgram('host');
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled, ...satrap.env() };
  const killed = spawn(process.execPath, [main, 'apply', '-f', file, '--yes'], { env, stdio: 'ignore' });
  await until('some nodes exist', async () => (await countOf('some-')) >= 10, 120_000, 20);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const before = await countOf('some-');
  expect(before).toBeLessThan(50);
  const { code, stdout } = await apply();
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^\d+ to create, 0 to update, 0 to delete, \d+ unchanged$/m),
  ]);
  expect(await countOf('some-')).toBe(50);
  // The call that the kill interrupted may have arrived.
  expect(stdout.match(/^created node/gm)?.length).toBeGreaterThanOrEqual(50 - before - callsAtOnce);
});

test('two applies of a file at the same time both succeed, and make each node once', async () => {
  write({ nodes: nodesOf('twice', 8) });
  const both = await Promise.all([apply(), apply()]);
  expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }));
  const made = both.flatMap(({ stdout }) => stdout.match(/^created node twice-\d+ on frankfurt$/gm) ?? []);
  expect(made).toHaveLength(8);
  expect(await countOf('twice-')).toBe(8);
});

test('the plan shows what a change does to bitcoind; a refused one changes nothing', async () => {
  await satrap.run(createLine('planned', '--set dbcache=100 --set torpassword=secret'));
  const node = { name: 'planned', host: 'frankfurt', ...small, overrides: { dbcache: 200 }, nodeType: 'pruned' };
  write({ nodes: [node] });
  const shown = await diff();
  expect(shown).toMatchObject({ code: 2, stderr: '' });
  expect(shown.stdout).toMatch(
    /^update {2}node planned {2}nodeType +full +pruned +restarts the node in a new container/m,
  );
  expect(shown.stdout).toMatch(/deletes old blocks permanently/);
  expect(shown.stdout).toMatch(/overrides.dbcache +100 +200 +as above/);
  expect(shown.stdout).not.toMatch(/torpassword|secret/);
  write({
    nodes: [
      { ...node, network: 'signet', overrides: { datadir: '/x' } },
      { ...node, name: 'planned-2' },
    ],
  });
  const refused = await apply();
  expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('nothing was changed') });
  expect(refused.stdout).toMatch(
    /^refused: \S+fleet\.yaml:4: node planned: network: a node keeps its network, regtest;/m,
  );
  expect((await satrap.run('nodes show planned-2')).code).toBe(4);
  write({ nodes: [node] });
  expect((await satrap.run(`apply -f ${file}`)).code).toBe(2);
  expect((await apply()).code).toBe(0);
  expect(await satrap.showNode('planned')).toMatchObject({
    nodeType: 'pruned',
    overrides: [
      { key: 'torpassword', value: 'secret' },
      { key: 'dbcache', value: '200' },
    ],
  });
});

test('a change that fails does not stop the others', async () => {
  const disk = '10TiB';
  const node = { host: 'frankfurt', ...small, resources: { ...small.resources, disk } };
  write({ nodes: [{ name: 'large-1', ...node }, { name: 'large-2', ...node }, ...nodesOf('small', 1)] });
  const { code, stdout, stderr } = await apply();
  expect([code, stderr]).toEqual([
    5,
    expect.stringMatching(/^error: node large-\d: \S+fleet\.yaml:\d+: resources\.disk: .*not_enough_resources/),
  ]);
  expect(stdout).toMatch(/^created node large-\d on frankfurt\ncreated node small-0 on frankfurt\n$/m);
  await satrap.run('nodes delete large-1 large-2 --yes');
});

test('nodes that the file does not have are reported, and deleted only by name', async () => {
  for (const name of ['kept', 'pruned', 'other']) await satrap.createNode(name);
  write({ nodes: [{ name: 'kept', ...small }] });
  const shown = await diff();
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/nodes not in the file: /)]);
  const changes: { kind: string; name: string }[] = JSON.parse(await satrap.stdout(`diff -f ${file} --json`));
  const unmanaged = changes.flatMap(({ kind, name }) => (kind === 'unmanaged' ? [name] : []));
  expect(unmanaged).toEqual(expect.arrayContaining(['other', 'pruned']));
  expect((await apply('--prune kept')).stdout).toMatch(/^refused: \S+:2: node kept: the file describes it/m);
  const { code, stdout } = await apply('--prune pruned');
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^deleting node pruned; its chain data stays on frankfurt$/m),
  ]);
  expect(await satrap.showNode('pruned')).toMatchObject({ desiredState: 'deleted', dataPolicy: 'keep' });
  expect(await satrap.showNode('other')).toMatchObject({ desiredState: 'running' });
  expect(await apply('--prune pruned')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^no changes\n/) });
});

test('an export matches what exists, and each later change is a difference', async () => {
  await satrap.run(`notifications set --webhook-url https://hooks.example.com/T1/secret --notify-from info`);
  await satrap.run(
    createLine(
      'exported',
      '--set addnode=192.0.2.1 --set dbcache=100 --set addnode=192.0.2.2 --set torpassword=hidden',
    ),
  );
  await satrap.run('hosts label frankfurt --label region=eu');
  await satrap.run('nodes label exported --label team=a');
  const exported = await satrap.run('export');
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  expect(exported.stdout).toContain('      addnode:\n        - 192.0.2.1\n        - 192.0.2.2\n      dbcache: "100"\n');
  expect(exported.stdout).not.toMatch(/hidden|torpassword|whsec_/);
  writeFileSync(file, exported.stdout);
  expect(await diff()).toMatchObject({ code: 0, stdout: 'no changes\n', stderr: '' });
  const fromInput = await satrapHere('diff -f -', satrap.env(), { input: await satrap.stdout('export --json') });
  expect(fromInput).toMatchObject({ code: 0, stdout: 'no changes\n' });
  await satrap.run('nodes update exported --memory 1GiB --unset addnode');
  await satrap.run('nodes label exported --label team=b');
  await satrap.run('hosts label frankfurt --label region- --label tier=ssd');
  await satrap.run('notifications set --threshold blocksBehind=9');
  const changes: { name: string; kind: string; fields: { field: string }[] }[] = JSON.parse(
    (await diff('--json')).stdout,
  );
  const drift = changes
    .filter(({ kind }) => kind !== 'unchanged')
    .map(({ kind, name, fields }) => [kind, name, fields.map(({ field }) => field).toSorted()]);
  expect(drift).toEqual([
    ['update', 'frankfurt', ['labels.region', 'labels.tier']],
    ['update', 'exported', ['labels.team', 'overrides.addnode', 'resources.memory']],
    ['update', 'settings', ['thresholds.blocksBehind']],
  ]);
  expect((await apply()).stdout).toMatch(
    /^updated host frankfurt\nupdated node exported\nupdated notification settings\n$/m,
  );
  expect((await diff()).code).toBe(0);
  expect(((await satrap.json('notifications show')) as { thresholds: object }).thresholds).toMatchObject({
    blocksBehind: 3,
  });
});

test('a fault that only the API finds names the line of the file', async () => {
  const name = `line-${randomUUID().slice(0, 8)}`;
  write({ nodes: [{ name, host: 'frankfurt', ...small, overrides: { dbcache: '100', rpcport: '1' } }] });
  expect((await diff()).stdout).toMatch(
    /^refused: \S+fleet\.yaml:12: node line-\w+: overrides\.rpcport: .*invalid_node_config/m,
  );
});

test('a reviewed plan is applied as it is, and refused once the fleet has changed', async () => {
  const name = `reviewed-${randomUUID().slice(0, 8)}`;
  const plan = join(dirname(file), `${name}.json`);
  await satrap.createNode(name);
  write({ nodes: [{ name, host: 'frankfurt', ...small, overrides: { dbcache: '100' }, labels: { team: 'a' } }] });
  expect((await diff(`--out ${plan}`)).code).toBe(2);
  await satrap.run(`nodes label ${name} --label other=b`);
  const refused = await satrap.run(`apply ${plan}`);
  expect(refused).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`the fleet changed since the plan was made (node ${name}); make a new one`),
  });
  expect(await satrap.showNode(name)).toMatchObject({ overrides: [] });
  expect((await diff(`--out ${plan}`)).code).toBe(2);
  write({ nodes: [] });
  expect(await satrap.run(`apply ${plan}`)).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringMatching(new RegExp(`^updated node ${name}$`, 'm')),
  });
  expect(await satrap.showNode(name)).toMatchObject({
    overrides: [{ key: 'dbcache', value: '100' }],
    labels: [{ key: 'team', value: 'a' }],
  });
});

test('a plan with a refused change is not written, and what is no plan is not applied', async () => {
  const plan = join(dirname(file), 'refused.json');
  write({ nodes: [{ name: 'never', host: 'nowhere', ...small }] });
  expect(await diff(`--out ${plan}`)).toMatchObject({ code: 5, stderr: expect.stringContaining('is not written') });
  expect((await satrap.run(`apply ${plan}`)).stderr).toContain(`cannot read ${plan}: `);
  expect((await satrap.run(`apply ${file}`)).stderr).toContain('it is no plan of this version');
  expect((await satrap.run(`apply ${file} -f ${file}`)).code).toBe(2);
});

test('channels get their secrets by reference, and neither plan nor output has one', async () => {
  const suffix = randomUUID().slice(0, 8);
  const [token, secretFile] = ['token', 'secret'].map((word) => join(dirname(file), `${word}-${suffix}`)) as [
    string,
    string,
  ];
  writeFileSync(token, 'tk_hidden\n');
  write({
    channels: {
      [`pager-${suffix}`]: { kind: 'ntfy', to: 'https://ntfy.sh/topic', secretFrom: { file: `token-${suffix}` } },
      [`hook-${suffix}`]: { kind: 'webhook', to: 'https://hooks.example.com/x', secretFile: `secret-${suffix}` },
    },
  });
  const plan = join(dirname(file), `channels-${suffix}.json`);
  expect((await diff(`--out ${plan}`)).code).toBe(2);
  const made = await satrap.run(`apply ${plan}`);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(new RegExp(`^created channel pager-${suffix}\ncreated channel hook-${suffix}$`, 'm'));
  expect(readFileSync(secretFile, 'utf8')).toMatch(/^whsec_/);
  expect(`${made.stdout}${readFileSync(plan, 'utf8')}`).not.toMatch(/tk_hidden|whsec_/);
  expect(await apply()).toMatchObject({ code: 0, stdout: 'no changes\n' });
  const shown = await satrap.stdout('channels list --json');
  expect(JSON.parse(shown)).toContainEqual(expect.objectContaining({ name: `pager-${suffix}`, kind: 'ntfy' }));
});

test('endpoints are created with their nodes and consumers, exported and deleted', async () => {
  const suffix = randomUUID().slice(0, 8);
  const [name, node] = [`main-${suffix}`, `member-${suffix}`];
  const secretFile = join(dirname(file), `consumer-${suffix}`);
  const endpoint = {
    ...{ network: 'regtest', nodes: [node], hosts: ['frankfurt'], port: 20_000 + Math.floor(Math.random() * 40_000) },
    consumers: { electrs: { preset: 'indexer', secretFile: `consumer-${suffix}` } },
  };
  write({ nodes: [{ name: node, host: 'frankfurt', ...small }], endpoints: { [name]: endpoint } });
  const plan = join(dirname(file), `endpoints-${suffix}.json`);
  expect((await diff(`--out ${plan}`)).code).toBe(2);
  const made = await satrap.run(`apply ${plan}`);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain(`created endpoint ${name}\ncreated consumer ${name}/electrs; its secret goes to `);
  const secret = readFileSync(secretFile, 'utf8').trim();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  expect(`${made.stdout}${readFileSync(plan, 'utf8')}`).not.toContain(secret);
  expect(await apply()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^no changes\n/) });
  writeFileSync(file, await satrap.stdout('export'));
  expect(await diff()).toMatchObject({ code: 0, stdout: 'no changes\n' });
  write({ hosts: {} });
  const deleted = await apply(`--prune endpoint:${name}`);
  expect(deleted).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`deleted endpoint ${name}; its consumers`),
  });
});

test('maintenance windows are planned, applied before restarts, exported and deleted', async () => {
  // A label of this test alone, because the schedules of a label hold no node of another test.
  const pool = `pool=${randomUUID().slice(0, 8)}`;
  const windows = { timeZone: 'Asia/Tokyo', windows: ['Sat 02:00-05:00'] };
  write({ maintenance: { [pool]: windows } });
  const shown = await diff();
  expect(shown).toMatchObject({ code: 2, stdout: expect.stringContaining(`create  schedule ${pool}`) });
  expect(shown.stdout).toMatch(/windows +- +Sat 02:00-05:00/);
  const plan = join(dirname(file), `${pool}.json`);
  expect((await diff(`--out ${plan}`)).code).toBe(2);
  expect(await satrap.run(`apply ${plan}`)).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringMatching(new RegExp(`^created schedule ${pool}$`, 'm')),
  });
  expect(await apply()).toMatchObject({ code: 0, stdout: 'no changes\n' });
  expect(await satrap.stdout('windows list')).toMatch(new RegExp(`^${pool} +Sat 02:00-05:00 Asia/Tokyo `, 'm'));
  expect(JSON.parse(await satrap.stdout('export --json')).maintenance).toMatchObject({ [pool]: windows });
  await satrap.run(['windows', 'set', 'Sun 02:00-05:00 Asia/Tokyo', '-l', pool]);
  expect((await diff()).stdout).toMatch(
    new RegExp(`^update +schedule ${pool} +windows +Sun 02:00-05:00 +Sat 02:00-05:00`, 'm'),
  );
  write({ maintenance: { [pool]: { windows: [] } } });
  expect((await apply()).stdout).toMatch(new RegExp(`^deleted schedule ${pool}; its nodes keep to the default`, 'm'));
  expect(await satrap.stdout('windows list')).not.toContain(pool);
  expect(await apply()).toMatchObject({ code: 0, stdout: 'no changes\n' });
});

test('changes no nodes if a maintenance schedule cannot be changed', async () => {
  const name = `held-${randomUUID().slice(0, 8)}`;
  // The API refuses the label.
  const maintenance = { '-pool=a': { timeZone: 'UTC', windows: ['Sat 02:00-05:00'] } };
  write({ maintenance, nodes: [{ name, host: 'frankfurt', ...small }] });
  const { code, stderr } = await apply();
  expect([code, stderr]).toEqual([
    5,
    expect.stringContaining(`node ${name}: not changed, because a maintenance schedule`),
  ]);
  expect((await satrap.run(`nodes show ${name}`)).code).toBe(4);
});

test('moved renames a node without another one', async () => {
  const [from, to] = ['from', 'to'].map((word) => `${word}-${randomUUID().slice(0, 8)}`) as [string, string];
  const { id } = await satrap.createNode(from);
  write({ nodes: [{ name: to, host: 'frankfurt', ...small }], moved: { [from]: to } });
  expect((await diff()).stdout).toMatch(new RegExp(`^update +node ${to} +name +${from} +${to}`, 'm'));
  expect(await apply()).toMatchObject({ code: 0, stderr: '' });
  expect(await satrap.showNode(to)).toMatchObject({ id });
  expect(await apply()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^no changes\n/) });
});

test('a member cannot apply a file', async () => {
  const member = await newPerson(satrap.controlPlane, satrap.controlPlane);
  const created = await member.browser.ask(
    'mutation { createApiKey(data: { purpose: personal, name: "own" }) { secret } }',
  );
  write({ notifications: { thresholds: { noPeersMinutes: 99 } } });
  expect(await satrap.run(`apply -f ${file} --yes`, created.createApiKey.secret)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('owners and admins'),
  });
});

test('refuses an invalid file with line numbers, and not with a difference’s exit code', async () => {
  writeFileSync(file, 'nodes:\n  - name: a\n    netwrok: signet\n');
  for (const command of ['apply', 'diff']) {
    const { code, stderr } = await satrap.run(`${command} -f ${file}`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`${file}:3: nodes.0.netwrok is unknown; did you mean network?`),
    ]);
  }
  expect((await satrap.run('diff -f /nowhere')).code).toBe(1);
  expect((await satrap.run('export nobody')).code).toBe(4);
});
