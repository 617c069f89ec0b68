import { expect, test } from 'vitest';
import { TestCommands } from './test-commands.ts';

const satrap = new TestCommands();
const several = async (prefix: string) => {
  const names = ['a', 'b', 'c'].map((end) => `${prefix}-${end}`);
  for (const name of names) await satrap.createNode(name);
  return names;
};
const statesOf = async (names: readonly string[]) => {
  const nodes: { name: string; desiredState: string; clientVersion: string }[] = await satrap.json('nodes list');
  return names.map((name) => nodes.find((node) => node.name === name));
};

test('several named nodes are stopped in one call, and the name of no node fails alone', async () => {
  const [a, b, c] = await several('named');
  const { code, stdout, stderr } = await satrap.run(`nodes stop ${a} nobody ${b} --json`);
  expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual([a, b]);
  expect([code, JSON.parse(stderr).error.code]).toEqual([4, 'not_found']);
  const states = await statesOf([a, b, c].map(String));
  expect(states.map((node) => node?.desiredState)).toEqual(['stopped', 'stopped', 'running']);
});

test('shows the nodes of a filter, and changes them only with --yes or a confirmation', async () => {
  const names = await several('filter');
  await satrap.run('nodes stop filter-a');
  const preview = await satrap.run('nodes restart --name filter- --dry-run');
  expect(preview).toMatchObject({ code: 0, stderr: '' });
  expect(preview.stdout).toMatch(/^dry run\nNODE +HOST +PHASE +VERSION +RESULT +REASON\nfilter-b +frankfurt .*changed/);
  expect(preview.stdout).not.toContain('filter-a');
  const unanswered = await satrap.run('nodes stop --name filter- --host frankfurt');
  expect(unanswered).toMatchObject({ code: 2, stderr: expect.stringContaining('use --yes') });
  expect(unanswered.stdout).toMatch(/^filter-a +frankfurt +pending +28\.1 +unchanged/m);
  expect((await statesOf(names)).map((node) => node?.desiredState)).toEqual(['stopped', 'running', 'running']);
  const list: { name: string }[] = await satrap.json('nodes stop --name filter-c --yes');
  expect(list.map(({ name }) => name)).toEqual(['filter-c']);
  expect(await satrap.run('nodes stop --name nothing --yes')).toMatchObject({
    code: 4,
    stderr: 'error: no matching nodes\n',
  });
});

test('the version of several nodes is changed together, and nothing else is', async () => {
  const names = await several('version');
  const refused = await satrap.run('nodes update --name version- --client-version 1.0 --dry-run');
  expect(refused).toMatchObject({ code: 5, stdout: expect.stringMatching(/version-c +frankfurt .*refused +\S/) });
  expect((await satrap.run('nodes update --name version- --client-version 28.0 --yes')).code).toBe(0);
  expect((await statesOf(names)).map((node) => node?.clientVersion)).toEqual(['28.0', '28.0', '28.0']);
  const once = await satrap.run(`nodes update ${names.join(' ')} --client-version 1.0`);
  expect(once).toMatchObject({ code: 5, stderr: expect.stringMatching(/^error: version-a: .*1\.0/) });
  for (const more of ['--type pruned', '--client-version 28.1 --memory 1024'])
    expect(await satrap.run(`nodes update ${names.join(' ')} ${more}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('change either --client-version, or --set'),
    });
});

test('several nodes are deleted after one confirmation, without their chain data', async () => {
  const names = await several('deleted');
  const words = `nodes delete ${names.slice(0, 2).join(' ')}`;
  expect(await satrap.run(words)).toMatchObject({ code: 2, stderr: expect.stringContaining('use --yes') });
  expect((await satrap.run(`${words} --yes --remove-data ${names[0]}`)).code).toBe(2);
  expect(await satrap.stdout(`${words} --yes`)).toBe(
    names
      .slice(0, 2)
      .map((name) => `${name} is being deleted; its chain data stays on frankfurt\n`)
      .join(''),
  );
  expect(await satrap.run('nodes stop --name deleted- --yes')).toMatchObject({
    code: 5,
    stdout: expect.stringMatching(/^deleted-c /),
    stderr: expect.stringContaining('deleted-a is being deleted and cannot be changed (node_being_deleted)'),
  });
});

test.each(['nodes start', 'nodes delete', 'nodes restart one --all'])('%s says how nodes are chosen', async (words) => {
  expect(await satrap.run(words)).toMatchObject({
    code: 2,
    stderr: 'error: name nodes, or choose them with --all or a filter such as --host\n',
  });
});
