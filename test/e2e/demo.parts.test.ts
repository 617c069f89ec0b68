import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { beforeAll, expect, inject, test } from 'vitest';
import { labels } from '../../src/agent/docker/engine/labels.ts';
import { openStore } from '../../src/agent/store/database.ts';
import { Installation } from '../../src/agent/store/installation.ts';
import { until } from '../harness/until.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
const docker = new Docker({ socketPath: inject('dockerSocket') });
const parent = mkdtempSync(join(tmpdir(), 'satrap-demo-'));
const folder = join(parent, 'demo');
const splitFolder = join(parent, 'split');
let split: Run;

beforeAll(async () => {
  split = demo(splitFolder, '--split', '--once');
  // From here on it mostly waits for the rules of incidents.
  await until('the nodes of the split run', () => split.shown.out.includes('four nodes agree') || split.shown.code);
  return async () => {
    await split.ended;
    for (const path of [folder, splitFolder]) if (existsSync(path)) await demo(path, '--clean').ended;
    rmSync(parent, { recursive: true, force: true });
  };
});

type Run = ReturnType<typeof demo>;

/** Runs a demo. `shown`: what it has printed so far. */
function demo(path: string, ...words: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DOCKER_HOST: `unix://${inject('dockerSocket')}` };
  const child = spawn(process.execPath, [main, 'demo', '--folder', path, ...words], { env });
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
    return new Installation(store).executorId ?? 'none';
  } finally {
    store.close();
  }
}

const nodesOf = async (executorId: string) =>
  (await docker.listContainers({ all: true, filters: { label: [`${labels.executor}=${executorId}`] } })).map(
    ({ State }) => State,
  );

test('the demo deploys a node and reads its height back, also a second time in the same folder, says what stays, and removes it with --clean', {
  timeout: 180_000,
}, async () => {
  for (const line of ['deploying demo-node', 'starting demo-node of an earlier demo']) {
    const { code, out, err } = await demo(folder, '--once').ended;
    expect(err).toBe('');
    expect(out).toContain(line);
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/set-password#token=satrap_r_[\w-]+/);
    expect(out).toMatch(/the agent reported height \d+, read back through the API/);
    expect(out).toContain('What remains:');
    expect(code).toBe(0);
    expect(await nodesOf(demoExecutor())).toEqual(['exited']);
  }
  expect(statSync(folder).mode & 0o077).toBe(0);
  const secret = readFileSync(join(folder, 'personal.key'), 'utf8').trim();
  expect(readFileSync(join(folder, 'control-plane.log'), 'utf8')).not.toContain(secret);

  // It removes everything created by the demo, and nothing else.
  const executorId = demoExecutor();
  const cleaned = await demo(folder, '--clean').ended;
  expect(cleaned.code).toBe(0);
  expect(cleaned.out).toMatch(/removed container .*\n.*removed volume/);
  expect(existsSync(folder)).toBe(false);
  expect((await demo(folder, '--clean').ended).out).toContain('nothing to clean');
  expect(await nodesOf(executorId)).toEqual([]);
  for (const reference of Object.values(inject('clientImages'))) {
    expect((await docker.getImage(reference).inspect()).Id).toBeTruthy();
  }
});

test('with --split, a node that rejects a block opens an incident with its tree, and heals', {
  timeout: 600_000,
}, async () => {
  const { code, out, err } = await split.ended;
  expect(err).toBe('');
  expect(out).toContain('told split-4 to reject block 10');
  expect(out).toMatch(/The chain of regtest has split after block 9: /);
  expect(out).toMatch(/└─ Split after block 9, 2 blocks to block 11: 1 node/);
  expect(out).toContain('split-4 rejects the other branch as invalid.');
  expect(out).toContain('all nodes agree again, and the incident is closed');
  expect(code).toBe(0);
});
