import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { SimulatedNodes } from '../harness/simulated-nodes.ts';
import { TestCommands } from './test-commands.ts';

const satrap = new TestCommands();
const folder = sharedFolder('rollouts');

async function fleetOf(host: string, prefix: string, count: number) {
  const nodes = await SimulatedNodes.start(satrap.controlPlane, host);
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  await nodes.create(names);
  return { nodes, names };
}

/** Lets the agent work while a command runs. */
async function during<T>(nodes: SimulatedNodes, running: Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  const ended = running.then((value) => {
    result = { value };
  });
  const { value } = await nodes.until(async () => result);
  await ended;
  return value;
}

test('nodes restart --all restarts them one at a time, says so, and waits with --wait', async () => {
  const { nodes, names } = await fleetOf('berlin', 'one', 3);
  const asked = await satrap.run('nodes restart --name one-');
  expect(asked).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('3 running nodes restart, one at a time; the rollout stops at the first failure\n'),
  });
  const done = await during(nodes, satrap.run('nodes restart --name one- --yes --wait'));
  expect(done).toMatchObject({ code: 0, stdout: names.map((name) => `${name}: changed at its turn\n`).join('') });
  expect(done.stderr).toMatch(/^rollout [0-9a-f-]{36} \(Restart\): 0 of 3 nodes changed, running; follow it with: /);
  expect(done.stderr).toContain('3 of 3 nodes changed, finished');
  expect(nodes.fewestAnswering).toBe(2);
  expect(nodes.restarted).toEqual(names);
  expect(await satrap.stdout('rollouts list')).toMatch(/Restart +finished .* 3\/3 +0 +0\n$/);
  expect(await satrap.stdout('rollouts show')).toMatch(/\n1 +one-0 +changed +restart/);
});

test('restart --at-once › names the consequence before it asks', async () => {
  const { nodes } = await fleetOf('cairo', 'all', 3);
  expect((await satrap.run('nodes restart --name all- --at-once --dry-run')).stdout).toContain(
    'all 3 running nodes restart at the same time, and none of them answers meanwhile\n',
  );
  expect(await satrap.run('nodes restart --name all- --at-once --yes')).toMatchObject({ code: 0, stderr: '' });
  await nodes.tick();
  expect(nodes.answering).toBe(0);
  expect(await satrap.run('nodes restart --name all- --at-once --parallel 2 --yes')).toMatchObject({ code: 2 });
});

test('restart --keep-available › names the budget before it asks, and keeps it', async () => {
  const nodes = await SimulatedNodes.start(satrap.controlPlane, 'bern');
  nodes.measures = true;
  await nodes.create(['held-0', 'held-1', 'held-2']);
  for (const name of ['held-0', 'held-1', 'held-2']) await satrap.stdout(`nodes label ${name} -l pool=held`);
  const restart = 'nodes restart --name held- --parallel 3 --keep-available 1 --per pool';
  expect((await satrap.run(`${restart} --dry-run`)).stdout).toContain(
    '3 running nodes restart, 3 at a time, 1 kept available per pool; the rollout stops at the first failure\n',
  );
  expect(await during(nodes, satrap.run(`${restart} --yes --wait`))).toMatchObject({ code: 0 });
  expect(nodes.fewestAnswering).toBeGreaterThanOrEqual(1);
  expect(await satrap.stdout('rollouts show')).toMatch(/\nstarted by .*, 3 at a time, 1 kept available per pool\n/);
  expect((await satrap.run('nodes restart --all --per pool')).stderr).toContain('use --per with --keep-available');
  expect((await satrap.run('nodes restart --all --keep-available 1 --at-once')).code).toBe(2);
  expect((await satrap.run('nodes restart --name held- --canary 1 --soak 2h --dry-run')).stdout).toContain(
    '3 running nodes restart, one at a time, the first 1 soaking for 2 h; the rollout',
  );
  expect((await satrap.run('nodes restart --all --soak 2h')).stderr).toContain('use --soak with --canary');
  const other = await satrap.run('nodes update held-0 --type pruned --keep-available 1');
  expect(other.stderr).toContain(
    'with a condition such as --keep-available or --window, change either --client-version, or --set',
  );
});

test('update --set of several › shows the change of each, and restarts one at a time', async () => {
  const { nodes, names } = await fleetOf('lima', 'opts', 3);
  await satrap.stdout('nodes update opts-1 --set maxconnections=20');
  const update = 'nodes update --name opts- --set dbcache=300 --unset maxconnections';
  const { stdout } = await satrap.run(`${update} --dry-run`);
  expect(stdout).toMatch(/\nopts-0 .* changed +dbcache unset → 300 *\n/);
  expect(stdout).toMatch(/\nopts-1 .* maxconnections 20 → unset/);
  const done = await during(nodes, satrap.run(`${update} --yes --wait`));
  expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of 3 nodes changed, finished') });
  expect(nodes.fewestAnswering).toBe(2);
  expect(nodes.restarted.slice(-3)).toEqual(names);
});

test('a rollout is paused, resumed, skipped and cancelled', async () => {
  const { nodes, names } = await fleetOf('delhi', 'kept', 3);
  nodes.broken.add('kept-1');
  expect((await satrap.run('nodes update --name kept- --client-version 28.0 --yes')).code).toBe(0);
  expect(await satrap.stdout('rollouts pause')).toMatch(/\(Change to 28\.0\): .* paused/);
  const stopped = await during(nodes, satrap.run('rollouts resume --wait'));
  expect(stopped).toMatchObject({ code: 1, stdout: expect.stringContaining('stopped: kept-1 did not come back: ') });
  const skipped = await during(nodes, satrap.run('rollouts skip kept-1 --wait'));
  expect(skipped).toMatchObject({ code: 0, stdout: expect.stringContaining('2 of 3 nodes changed, finished') });
  expect(nodes.restarted).toEqual(names);
  nodes.broken.clear();
  await satrap.run('nodes update kept-0 kept-2 --client-version 28.1');
  expect(await satrap.stdout('rollouts cancel')).toContain(', cancelled');
  expect((await satrap.run('rollouts pause')).stderr).toContain('no active rollout');
});

test('rollouts undo puts the newest rollout back, and names who cannot go back', async () => {
  const { nodes, names } = await fleetOf('kyoto', 'undo', 3);
  await during(nodes, satrap.run('nodes update --name undo- --client-version 28.0 --yes --wait'));
  await satrap.run('nodes update undo-1 --client-version 28.1');
  const undone = await during(nodes, satrap.run('rollouts undo --wait'));
  expect(undone).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\(Undo: Change to 28\.0\): 2 of 3 nodes changed, finished\n$/),
    stderr: expect.stringContaining('undo-1 is not put back: Changed again since: clientVersion.\n'),
  });
  expect(nodes.restarted).toEqual([...names, 'undo-1', 'undo-2', 'undo-0']);
});

test('apply makes changes that restart several running nodes one at a time', async () => {
  const { nodes, names } = await fleetOf('essen', 'file', 3);
  const file = join(folder, 'fleet.yaml');
  writeFileSync(
    file,
    stringify({ nodes: names.map((name) => ({ name, network: 'regtest', overrides: { dbcache: '100' } })) }),
  );
  const applied = await during(nodes, satrap.run(`apply -f ${file} --yes --wait`));
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('node file-2: changed at its turn\n') });
  expect(applied.stderr).toContain('3 of 3 nodes changed, finished');
  expect(nodes.fewestAnswering).toBe(2);
  expect((await satrap.run(`apply -f ${file} --yes`)).stdout).toContain('no changes');
});
