import { beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';
import { TestExecutor } from '../harness/executor.ts';
import { TestCommands } from './test-commands.ts';

interface Listed {
  name: string;
  network: string;
  clientVersion: string;
  createdAt: string;
  executor: { name: string };
  status: { phase: string };
}

const satrap = new TestCommands();
const { controlPlane } = satrap;
const names = async (words: string) => ((await satrap.json(words)) as { name: string }[]).map(({ name }) => name);

/** A heartbeat with what its agent observes of a node. */
const observe = (executor: TestExecutor, id: string, phase: 'running' | 'failing') =>
  executor.sync({
    nodes: [
      {
        ...{ id, phase, since: new Date().toISOString(), reason: null, endpoint: null, containerId: null },
        ...{ imageDigest: null, appliedRevision: 1 },
      },
    ],
  });

beforeAll(async () => {
  const zurich = await TestExecutor.withKey(controlPlane, 'zurich');
  await zurich.sync();
  const gone = await TestExecutor.withKey(controlPlane, 'gone');
  await gone.sync();
  await satrap.run('hosts label frankfurt -l region=eu -l tier=one');
  await satrap.run('hosts label zurich -l region=ch -l tier=one');
  const made = async (name: string, more: string) => {
    const { id } = (await satrap.json(`nodes create ${name} --cpus 0.5 --memory 2048 ${more}`)) as { id: string };
    return id;
  };
  const delta = await made('delta', '--host frankfurt --network regtest --client-version 28.1 --disk 5 -l app=web');
  await made('alpha', '--host zurich --network signet --client-version 28.0 --disk 100 -l app=db');
  const beta = await made(
    'beta',
    '--host frankfurt --network signet --client-version 28.0 --disk 20 --type pruned -l app=web',
  );
  await observe(satrap.executor, delta, 'running');
  await observe(satrap.executor, beta, 'failing');
  const { databaseUrl } = controlPlane.settings;
  // As if it had missed its heartbeats.
  await withConnection(databaseUrl ?? '', (client) =>
    client.query("UPDATE executor SET online = false WHERE name = 'gone'"),
  );
});

describe('nodes list', () => {
  test.each([
    ['', ['alpha', 'beta', 'delta']],
    ['--name ELT', ['delta']],
    ['--network signet', ['alpha', 'beta']],
    ['--phase running', ['delta']],
    ['--phase pending', ['alpha']],
    ['--host frankfurt', ['beta', 'delta']],
    ['--label app=web', ['beta', 'delta']],
    ['--host-label region=ch', ['alpha']],
    ['--host-label tier=one --host-label region=eu', ['beta', 'delta']],
    ['--type pruned', ['beta']],
    ['--type full', ['alpha', 'delta']],
    ['--client-version 28.0', ['alpha', 'beta']],
    ['--host frankfurt --client-version 28.0 --label app=web', ['beta']],
    ['--host zurich --network regtest', []],
  ])('with “%s” lists %j', async (filters, found) => {
    expect(await names(`nodes list ${filters}`.trim())).toEqual(found);
  });

  test.each<[sort: string, value: (node: Listed) => string, order: string[]]>([
    ['name', ({ name }) => name, ['alpha', 'beta', 'delta']],
    ['host', ({ executor }) => executor.name, ['frankfurt', 'frankfurt', 'zurich']],
    ['network', ({ network }) => network, ['regtest', 'signet', 'signet']],
    ['phase', ({ status }) => status.phase, ['failing', 'pending', 'running']],
    ['version', ({ clientVersion }) => clientVersion, ['28.0', '28.0', '28.1']],
    ['created', ({ name }) => name, ['beta', 'alpha', 'delta']],
  ])('sorts by %s', async (sort, value, order) => {
    const listed = (await satrap.json(`nodes list --sort ${sort}`)) as Listed[];
    expect(listed.map(value)).toEqual(order);
  });
});

describe('hosts list', () => {
  test.each([
    ['', ['frankfurt', 'gone', 'zurich']],
    ['--name FURT', ['frankfurt']],
    ['--status online', ['frankfurt', 'zurich']],
    ['--status offline', ['gone']],
    ['--label region=ch', ['zurich']],
    ['--label tier=one --status online --name zu', ['zurich']],
    ['--label region=us', []],
  ])('with “%s” lists %j', async (filters, found) => {
    expect(await names(`hosts list ${filters}`.trim())).toEqual(found);
  });
});
