import { beforeAll, expect, test } from 'vitest';
import { TestCommands } from './test-commands.ts';

const satrap = new TestCommands();
beforeAll(async () => {
  await satrap.run('hosts label frankfurt -l region=eu');
  for (const name of ['alpha', 'beta']) await satrap.createNode(name);
});

const names = async (words: string) => ((await satrap.json(words)) as { name: string }[]).map(({ name }) => name);

test('lists of nodes and hosts are filtered, and JSON has the fields that are named', async () => {
  expect(await names('nodes list --name ALP')).toEqual(['alpha']);
  expect(await names('node ls --host frankfurt --network regtest --phase pending --host-label region=eu')).toEqual([
    'alpha',
    'beta',
  ]);
  expect(await names('nodes list --network signet')).toEqual([]);
  expect(await satrap.stdout('nodes list --phase failing')).toBe('no matching nodes\n');
  expect(await names('hosts list --status online --label region=eu')).toEqual(['frankfurt']);
  expect(await satrap.stdout('hosts list --label region=us')).toBe('no matching hosts\n');
  const created = JSON.parse(await satrap.stdout('nodes list --name alpha --json=name,createdAt'));
  expect(created).toEqual([{ name: 'alpha', createdAt: expect.stringMatching(/^\d{4}-/) }]);
  expect(await satrap.run('nodes list --json=colour')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/unknown field colour; fields: id, name, network, /),
  });
});

test('a command does what it can for several nodes, and exits with the worst code', async () => {
  const { code, stdout, stderr } = await satrap.run('nodes stop alpha nobody beta');
  expect(stdout).toMatch(/^alpha .*desired state stopped.*\nbeta .*desired state stopped.*\n$/);
  expect([code, stderr]).toEqual([4, 'error: nobody: no node named nobody\nhint: satrap nodes list\n']);
  expect(await names('nodes start alpha beta')).toEqual(['alpha', 'beta']);
  expect((await satrap.run('nodes delete alpha beta --remove-data alpha --yes')).code).toBe(2);
});

test('api sends a query with variables of text and JSON, and its errors are JSON', async () => {
  const query = 'query($take: Int, $name: String!) { nodes(take: $take, where: { name: { equals: $name } }) { name } }';
  const sent = await satrap.run(['api', query, '--var', 'take:=5', '--var', 'name=alpha']);
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(sent.stdout)).toEqual({ nodes: [{ name: 'alpha' }] });
  const { code, stdout, stderr } = await satrap.run(['api', '{ nodez { name } }']);
  expect([code, stdout]).toEqual([5, '']);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'invalid_input', requestId: expect.any(String) } });
  for (const words of [['api'], ['api', '{ nodes { name } }', '--var', 'take:=five']])
    expect((await satrap.run(words)).code).toBe(2);
});

test('enrolment tokens are created, listed and revoked', async () => {
  const { id } = (await satrap.json('tokens create --name berlin')) as { id: string };
  expect(await satrap.stdout('tokens list')).toMatch(new RegExp(`^ID .*\\n${id} +berlin +open `));
  expect((await satrap.run(`tokens revoke ${id}`)).code).toBe(2);
  expect(await satrap.stdout(`tokens revoke ${id} --yes`)).toBe(`revoked ${id}\n`);
  expect(await satrap.stdout('tokens list --last 1')).toContain(' revoked ');
});

test('events and audit lists take ages and instants', async () => {
  for (const list of ['events list', 'audit list --action createNode']) {
    expect(await satrap.json(`${list} --since 1h`)).not.toEqual([]);
    expect(await satrap.json(`${list} --until 2020-01-01T00:00:00Z`)).toEqual([]);
  }
});

test('nodes rotate-credentials show says that no rotation was requested', async () => {
  expect(await satrap.run('nodes rotate-credentials show')).toEqual({
    ...{ code: 0, stderr: '', stdout: 'no rotation requested\n' },
  });
});

test('audit verify › fails for a hash that the log never had', async () => {
  interface Printed {
    count: number;
    last: { sequence: number; hash: string };
  }
  const { count, last } = (await satrap.json('audit verify')) as Printed;
  expect(last).toEqual({ sequence: count, hash: expect.stringMatching(/^01[0-9a-f]{64}$/) });
  await satrap.createNode('after-the-hash');
  const verify = (hash: string) => satrap.run(`audit verify --head ${hash} --sequence ${last.sequence}`);
  expect(await verify(last.hash)).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringMatching(/has the given hash[\s\S]*: no faults\nlast action/),
  });
  expect(await verify('01ff')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('does not have the given hash'),
  });
  expect((await satrap.run('audit verify --sequence 3')).code).toBe(2);
  expect(await satrap.stdout('audit verify --control-plane')).toContain('no faults');
});
