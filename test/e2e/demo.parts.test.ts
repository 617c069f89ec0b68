import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, expect, inject, test } from 'vitest';
import { labels } from '../../src/agent/docker/engine/labels.ts';
import { openStore } from '../../src/agent/store/database.ts';
import { installationIn } from '../../src/agent/store/installation.ts';
import { cleanDemo } from '../../src/demo/clean.ts';
import { demoFolder } from '../../src/demo/folder.ts';
import { dataOf, post } from '../harness/graphql.ts';
import { TestNodes } from '../harness/nodes.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';

// The tests follow each other in one folder, as an operator would run one demo after the other.

const satrap = join(import.meta.dirname, '../../scripts/satrap');
const docker = new Docker({ socketPath: inject('dockerSocket') });
const folder = join(sharedFolder('demo'), 'demo');
afterAll(() => existsSync(folder) && demo('--clean').ended);

/** Runs a demo as `npm run demo` does. `shown`: what it has printed so far. */
function demo(...words: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DOCKER_HOST: `unix://${inject('dockerSocket')}` };
  const child = spawn(satrap, ['demo', '--folder', folder, ...words], { env });
  const shown = { code: null as number | null, out: '', err: '' };
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const])
    stream.on('data', (text) => {
      shown[name] += String(text);
    });
  const ended = once(child, 'close').then(() => Object.assign(shown, { code: child.exitCode }));
  return { shown, ended };
}

/** The id of the objects of this folder's demo: the test ignores other demos on the host. */
function demoExecutor(): string {
  const store = openStore(join(folder, 'agent'));
  try {
    return installationIn(store).executorId ?? 'none';
  } finally {
    store.close();
  }
}

const statesOf = async (executorId: string) =>
  (await docker.listContainers({ all: true, filters: { label: [`${labels.executor}=${executorId}`] } })).map(
    ({ State }) => State,
  );

const keyOf = (name: string) => readFileSync(join(folder, `${name}.key`), 'utf8').trim();

/** Creates the node of the demo without `--split`, which never ran, through the API of the running demo. */
async function deployStopped(out: string): Promise<void> {
  const url = `${/serves at (http:\S+?)\/?\n/.exec(out)?.[1]}`;
  const headers = { authorization: `Bearer ${keyOf('personal')}` };
  const ask = async (query: string, variables: object = {}) => dataOf(await post(url, headers, query, variables));
  const { executors } = await ask('{ executors { id } }');
  const resources = { cpuCores: 0.2, memoryMiB: 256, diskGiB: 1 };
  await new TestNodes({ ask }, executors[0].id).create('demo-node', { resources, desiredState: 'stopped' });
}

test('the demo with --split opens an incident with a tree of the branches, and heals', {
  timeout: 600_000,
}, async () => {
  const split = demo('--split', '--once');
  const { shown } = split;
  await until('the nodes run', () => shown.out.includes('four nodes agree') || shown.code !== null, 300_000, 500);
  expect([shown.code, shown.err]).toEqual([null, '']);
  await deployStopped(shown.out);
  const { code, out, err } = await split.ended;
  expect(err).toBe('');
  for (const name of ['split-1', 'split-4']) expect(out).toContain(`deploying ${name}`);
  expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/set-password#token=satrap_r_[\w-]+/);
  expect(out).toContain('told split-4 to reject block 10');
  expect(out).toMatch(/The chain of regtest has split after block 9: /);
  expect(out).toMatch(/└─ Split after block 9, 2 blocks to block 11: 1 node/);
  expect(out).toContain('split-4 rejects the other branch as invalid.');
  expect(out).toContain('all nodes agree again, and the incident is closed');
  expect(out).toContain('What remains:');
  expect(code).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test('a demo continues in its folder, and --clean removes it', {
  timeout: 180_000,
}, async () => {
  const { code, out, err } = await demo('--once').ended;
  expect(err).toBe('');
  expect(out).toContain('starting demo-node of an earlier demo');
  expect(out).toMatch(/the agent reported height [1-9]\d*, read back through the API/);
  expect(out).toContain('What remains:');
  expect(code).toBe(0);
  const executorId = demoExecutor();
  expect(await statesOf(executorId)).toEqual(Array(5).fill('exited'));
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const name of ['personal', 'executor'])
    expect(readFileSync(join(folder, 'control-plane.log'), 'utf8')).not.toContain(keyOf(name));

  // It removes everything created by the demo, and nothing else.
  const cleaned = await demo('--clean').ended;
  expect(cleaned.code).toBe(0);
  expect(cleaned.out).toMatch(/removed container .*\n.*removed volume/);
  expect(existsSync(folder)).toBe(false);
  const said: string[] = [];
  await cleanDemo(demoFolder(folder), (line) => said.push(line), AbortSignal.timeout(10_000));
  expect(said).toEqual(['nothing to clean']);
  expect(await statesOf(executorId)).toEqual([]);
  for (const reference of Object.values(inject('clientImages'))) {
    expect((await docker.getImage(reference).inspect()).Id).toBeTruthy();
  }
});
