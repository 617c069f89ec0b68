import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { TestExecutor } from '../harness/executor.ts';
import { TestNodes } from '../harness/nodes.ts';
import { satrap as satrapProcess } from '../harness/satrap.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';
import { createLine, TestCommands } from './test-commands.ts';

const satrap = new TestCommands();
let emptyList: string;
beforeAll(async () => {
  emptyList = await satrap.stdout('nodes list');
});

test('nodes options shows what is offered, and what an option of bitcoin.conf means', async () => {
  const offered = await satrap.stdout('nodes options list dbcache --host frankfurt');
  expect(offered).toContain('networks: regtest, signet\nnode types: full, pruned\nversions: 28.1, 28.0\n');
  expect(offered).toMatch(/\ndbcache +integer +4 to 16384 MiB +450 +Memory for the database cache/);
  expect(await satrap.stdout('nodes options list rpcbind')).toMatch(
    /\nrpcbind .+ managed by the platform: ports and bindings are assigned/,
  );
  expect(await satrap.stderr('nodes options list --host nowhere')).toContain('no host named nowhere');
});

test('a dry run shows the effect, changes nothing, and fails if the change would', async () => {
  const create = 'nodes create dry --network regtest --dry-run --set';
  const accepted = await satrap.stdout(`${create} dbcache=300`);
  expect(accepted).toMatch(/^dry run: would be accepted\nhost: frankfurt \(/);
  expect(accepted).toMatch(/\ndbcache +- +300 +override/);
  expect(await satrap.run(`${create} datadir=/x`)).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('  overrides.0.key: "datadir" is managed'),
  });
  await satrap.createNode('changes-dry');
  expect(await satrap.stdout('nodes update changes-dry --memory 600 --dry-run')).toMatch(
    /\nresources\.memoryMiB +512 +600 +new_container +restarts the node/,
  );
  expect((await satrap.showNode('changes-dry')).resources.memoryMiB).toBe(512);
  expect((await satrap.run('nodes show dry')).code).toBe(4);
});

test('nodes update turns the Tor of a node on and off', async () => {
  await satrap.createNode('hidden');
  const torAfter = async (options: string) => {
    await satrap.stdout(`nodes update hidden ${options}`);
    return (await satrap.showNode('hidden')).tor;
  };
  const proxy = '172.17.0.1:9050';
  expect(await torAfter(`--tor ${proxy}`)).toEqual({ mode: 'own', proxy, onionAddress: null });
  expect(await satrap.stdout('nodes show hidden')).toContain(`\ntor: ${proxy}\n`);
  const leaking = await satrap.run('nodes update hidden --set discover=1');
  expect(leaking.stderr).toContain('discover would announce addresses of the host');
  expect(await torAfter('--tor off')).toBeNull();
  expect((await satrap.run(`nodes update hidden --onion-address ${'a'.repeat(55)}d.onion`)).code).toBe(2);
});

test('nodes create takes over a bitcoin.conf after showing what becomes of each line', async () => {
  const folder = scratchFolder('conf');
  const file = join(folder, 'bitcoin.conf');
  const text = 'regtest=1\r\ndbcache=100\r\n# kept small\r\nrpcpassword=hunter2\r\ntorpassword=hunter3\r\n';
  writeFileSync(file, Buffer.from(`\ufeff${text}`, 'utf16le'));
  const create = `nodes create brought --from-conf ${file} --memory 512 --disk 5 --set maxmempool=50`;
  const dryRun = await satrap.stdout(`${create} --dry-run`);
  expect(dryRun).toMatch(/^1 +regtest=1 +translated +network=regtest/m);
  expect(dryRun).toMatch(/^2 +dbcache=100 +kept +overrides\.dbcache=100/m);
  expect(dryRun).toMatch(/^4 +rpcpassword=\(hidden\) +dropped +the platform has its own RPC credentials/m);
  expect(dryRun).toContain('\n5 lines: 1 comment or blank line, 1 dropped; judged for bitcoind 28.1, regtest, full\n');
  expect(dryRun).toContain('\ndry run: would be accepted\n');
  const json = await satrap.stdout(`${create} --dry-run --json`);
  expect(JSON.parse(json).conf.lines).toHaveLength(5);
  expect(await satrap.run(create)).toMatchObject({ code: 2, stderr: expect.stringContaining('use --yes') });
  const created = await satrap.run(`${create} --yes`);
  expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('desired state running') });
  expect(`${dryRun}${json}${created.stdout}${created.stderr}`).not.toContain('hunter');
  expect(await satrap.showNode('brought')).toMatchObject({
    network: 'regtest',
    overrides: [
      { key: 'dbcache', value: '100' },
      { key: 'torpassword', value: 'hunter3' },
      { key: 'maxmempool', value: '50' },
    ],
  });
  const { auditActions } = await satrap.controlPlane.ask('{ auditActions { nodes { before after } } }');
  expect(JSON.stringify(auditActions)).not.toContain('hunter');
});

test('nodes create refuses a bitcoin.conf of a network that no node can have', async () => {
  const file = join(scratchFolder('conf'), 'bitcoin.conf');
  writeFileSync(file, 'testnet=1\n');
  expect(await satrap.run(`nodes create brought-3 --from-conf ${file} --yes`)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('the platform has no network "test"; choose one with --network'),
  });
});

test('the deletion of a node on a custom signet shows how to use its data again', async () => {
  const create = `${createLine('on-custom').replace('regtest', 'signet')} --signet-seed-node a:1`;
  expect(await satrap.stderr(create)).toContain('name the challenge of the signet with --signet-challenge');
  expect(await satrap.stderr(`${create} --signet-challenge xyz`)).toContain('must be a script in hexadecimal');
  const conf = `${create} --signet-challenge 51 --from-conf x`;
  expect(await satrap.stderr(conf)).toContain('set signetchallenge and signetseednode in the file of --from-conf');
  const options = '--signet-challenge 51AB --signet-seed-node b';
  expect((await satrap.run(`${create} ${options}`)).code).toBe(0);
  expect(await satrap.showNode('on-custom')).toMatchObject({
    ...{ network: 'signet', networkName: 'signet:51ab', signet: { challenge: '51ab', seedNodes: ['a:1', 'b'] } },
  });
  expect(await satrap.stdout('nodes list')).toMatch(/^on-custom +signet:51ab /m);
  expect(await satrap.stdout('nodes delete on-custom --keep-data --yes')).toContain(
    '--network signet --signet-challenge 51ab --signet-seed-node a:1 --signet-seed-node b --adopt on-custom',
  );
});

test('nodes create deploys a node with all of its options', async () => {
  expect(emptyList).toBe('No nodes yet. Deploy one with: satrap nodes create NAME --network signet\n');
  const { stdout, stderr } = await satrap.run(createLine('created', '--set dbcache=100 --set torpassword=a=b'));
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
  const shown = await satrap.stdout('nodes show created');
  expect(shown).toMatch(/^dbcache +100 /m);
  expect(shown).toMatch(/^created: .* by \S+@\S+, by API key\nlast changed: .* by \S+@\S+, by API key$/m);
  const warning = 'end of life since 2026-04-19, vulnerable: CVE-2024-52911';
  const listed = await satrap.stdout('nodes list');
  expect(listed).toMatch(/^created +regtest +28\.1\* +full +frankfurt +pending /m);
  expect(listed.split('\n').filter((line) => line.startsWith('*'))).toEqual([`* bitcoind 28.1: ${warning}`]);
  expect(await satrap.stdout(`${createLine('previewed')} --dry-run`)).toContain(`bitcoind 28.1 (${warning}), full, `);
  const onSignet = createLine('on-signet').replace('regtest', 'signet');
  expect(await satrap.stderr(onSignet)).toMatch(
    /^bitcoind 28\.1: end of life since 2026-04-19; \d known vulnerabilities, 1 high/,
  );
});

test('nodes create and nodes update warn of a key that bitcoind ignores', async () => {
  expect(await satrap.stderr(createLine('warned', '--set dbcach=100'))).toMatch(
    /^dbcach: bitcoind 28\.1 does not know this key .*; did you mean dbcache\?\n$/,
  );
  expect(await satrap.run('nodes update warned --set proxxy=127.0.0.1:9050')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^proxxy: .* did you mean proxy\?\n$/),
  });
});

test('nodes create states the consensus rules, and what a copy includes', async () => {
  const { id } = await satrap.createNode('of-core');
  const [copier, clients] = [satrap.executor, { bitcoind: '28.1', knots: '29.3.knots20260508' }];
  const capabilities = {
    clients: Object.entries(clients).map(([client, version]) => ({ client, version, image: version })),
    ...{ networks: ['regtest'], nodeTypes: ['full'] },
  };
  const nodes = [{ id, phase: 'running', since: new Date().toISOString(), appliedRevision: 1 }];
  expect((await copier.sync({ capabilities, nodes })).errors).toBeUndefined();
  const create = 'nodes create of-knots --network regtest --client knots --seed-from of-core --memory 512 --disk 5';
  const notes = /^Bitcoin Knots enforces .*\nThe copy includes the verdicts of Bitcoin Core on blocks\. .*\n/m;
  expect(await satrap.run(`${create} --dry-run`)).toMatchObject({ code: 0, stdout: expect.stringMatching(notes) });
  expect(await satrap.run(create)).toMatchObject({ code: 0, stderr: expect.stringMatching(notes) });
  await copier.sync();
});

test('nodes credentials show prints what a shell takes, for owners and admins alone', async () => {
  const { nodeRpcCredentials } = await satrap.controlPlane.ask('{ nodeRpcCredentials { user password } }');
  const printed = await satrap.stdout('nodes credentials show');
  const shell = spawnSync('sh', ['-c', `eval "$0"; env`, printed], { encoding: 'utf8', env: {} });
  expect(shell.stdout).toContain(`RPC_USER=${nodeRpcCredentials.user}\n`);
  expect(shell.stdout).toContain(`RPC_PASSWORD=${nodeRpcCredentials.password}\n`);
  expect(await satrap.json('nodes credentials show')).toEqual({ ...nodeRpcCredentials, refusingNodes: 0 });
  expect(await satrap.run('nodes credentials show', satrap.executor.key)).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('only owners and admins'),
  });
});

test('nodes update changes single overrides of a node by name or id', async () => {
  const { id } = await satrap.createNode('updated', '--set dbcache=300 --set torpassword=a=b');
  await satrap.run('nodes update updated --set dbcache=400 --unset torpassword');
  await satrap.run(`nodes update ${id} --set maxmempool=100 --memory 1024 --client-version 28.0`);
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
  await Promise.all(settings.map((setting) => satrap.run(`nodes update contested --set ${setting}`)));
  const overrides = settings.map((setting) => setting.split('=')).map(([key, value]) => ({ key, value }));
  expect(await satrap.showNode('contested')).toMatchObject({ overrides: expect.arrayContaining(overrides) });
});

test('nodes update with --wait ends once the agent has applied the change', async () => {
  const { id } = await satrap.createNode('awaited');
  // Its process must end by itself, with the stream of changes closed.
  const updated = satrapProcess('nodes update awaited --memory 1024 --wait'.split(' '), satrap.env());
  await until('the change is there', async () => (await satrap.showNode('awaited')).resources.memoryMiB === 1024);
  const { revision: appliedRevision } = await satrap.showNode('awaited');
  const state = { id, phase: 'running', since: new Date().toISOString(), reason: null, appliedRevision };
  await satrap.executor.sync({ nodes: [{ ...state, endpoint: null, containerId: null, imageDigest: null }] });
  expect(await updated).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/desired state running, currently running\n$/),
  });
});

test('nodes create explains why an executor that offers no versions refuses each', async () => {
  const bare = await TestExecutor.withKey(satrap.controlPlane, 'bare');
  await bare.sync({ capabilities: { clients: [], networks: ['regtest'], nodeTypes: ['full'] } });
  expect(await satrap.run('nodes create n --host bare --network regtest')).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^error: bare offers no bitcoind version: it has none of the images/),
  });
  await satrap.run('hosts delete bare --yes');
});

test('nodes stop and start set the desired state, nodes restart a new revision', async () => {
  const { id, revision } = await satrap.createNode('stopped');
  // An id means the node with that id, not one whose name is that id.
  const impostor = await satrap.createNode('impostor');
  await new TestNodes(satrap.controlPlane, '').update(impostor.id, { name: id });
  expect(await satrap.stdout(`nodes stop ${id}`)).toMatch(/^stopped \(.*\): desired state stopped/);
  expect(await satrap.stdout('nodes start stopped')).toMatch(/^stopped \(.*\): desired state running/);
  expect((await satrap.run('nodes restart stopped')).code).toBe(0);
  expect((await satrap.showNode('stopped')).revision).toBeGreaterThan(revision + 2);
});

test('nodes logs prints a log, or why it cannot, without terminal control', async () => {
  await satrap.createNode('logged');
  const shown = async (answer: object) => {
    const outcome = satrap.run('nodes logs logged --last 2');
    const request = await until('a log is requested', async () => (await satrap.executor.requests())[0]);
    await satrap.executor.answer(request.id, answer);
    return outcome;
  };
  const log = ['UpdateTip: height=1', 'peer says \u001b[2Jhello'];
  expect((await shown({ result: { log } })).stdout).toBe('UpdateTip: height=1\npeer says  [2Jhello\n');
  const error = 'x\u001b]0;owned\u0007\u009b2Jy\nsatrap: all is well';
  expect((await shown({ error })).stderr).toBe('error: no log: x ]0;owned 2Jy satrap: all is well\n');
});

/** The node as its agent is asked for it. */
const desired = async (id: string) => {
  const { data } = await satrap.executor.sync();
  return data.syncExecutor.nodes.find((node: { id: string }) => node.id === id);
};

test('nodes delete removes data only if the node’s name is given again', async () => {
  const { id } = await satrap.createNode('removed');
  const remove = 'nodes delete removed --yes';
  for (const [words, code, reason] of [
    ['nodes delete removed', 2, 'no terminal to ask for confirmation; use --yes'],
    [`${remove} --wallet a`, 2, '--wallet requires --remove-data'],
    [`${remove} --remove-data other`, 5, ''],
  ] as const)
    expect(await satrap.run(words)).toMatchObject({ code, stderr: expect.stringContaining(`error: ${reason}`) });
  expect(await satrap.showNode('removed')).toMatchObject({ desiredState: 'running' });
  const dryRun = 'dry run\nremoved on frankfurt\nits chain data is deleted permanently\nits wallets are unknown\n';
  expect(await satrap.run(`${remove} --remove-data removed --wallet a --dry-run`)).toEqual({
    ...{ code: 0, stdout: dryRun, stderr: '' },
  });
  expect(await satrap.run(`${remove} --remove-data other --dry-run`)).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('refused: removal.name is not the name of the node, removed (invalid_input)'),
  });
  expect(await satrap.showNode('removed')).toMatchObject({ desiredState: 'running' });
  expect(await satrap.stdout(`${remove} --remove-data removed --wallet a --wallet b`)).toBe(
    'removed is being deleted\n',
  );
  expect(await desired(id)).toMatchObject({ desiredState: 'deleted', dataPolicy: 'remove' });
});

test('nodes delete with --yes --keep-data keeps the data and names the next step', async () => {
  const { id } = await satrap.createNode('deleted');
  const stdout = await satrap.stdout('nodes delete deleted --yes --keep-data');
  expect(stdout).toMatch(/^deleted is being deleted\nIts chain data stays on frankfurt: /);
  expect(stdout).toContain('satrap nodes create deleted --network regtest --adopt deleted\n');
  expect(stdout).toContain('satrap hosts data delete frankfurt ID deleted\n');
  expect(await desired(id)).toMatchObject({ desiredState: 'deleted', dataPolicy: 'keep' });
});
