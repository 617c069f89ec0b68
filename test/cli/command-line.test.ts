import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { until } from '../harness/until.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
let controlPlane: TestControlPlane;
let agent: TestAgent;
let folder: string;

/** Runs a command as a person would. */
function satrap(
  words: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...words],
      { env: { PATH: process.env['PATH'] ?? '', ...env } },
      (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      },
    );
  });
}
const api = (...words: string[]) =>
  satrap(words, { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-cli-'));
  controlPlane = await TestControlPlane.start();
  agent = new TestAgent({
    url: controlPlane.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket: inject('dockerSocket'),
    images: inject('clientImages'),
  });
  await agent.startAndSync();
});
afterAll(async () => {
  await agent?.destroy();
  await controlPlane?.destroy();
  rmSync(folder, { recursive: true, force: true });
});

describe('the command line', () => {
  test('drives the life of a node, for people and for scripts', { timeout: 120_000 }, async () => {
    const executors = await api('executors', 'list');
    expect(executors.out).toContain(agent.name);
    const made = await api(
      'nodes',
      'create',
      'by-hand',
      '--executor',
      agent.name,
      '--network',
      'regtest',
      '--memory',
      '512',
      '--set',
      'dbcache=50',
      '--wait',
      '--json',
    );
    expect(made.code).toBe(0);
    expect(JSON.parse(made.out)).toMatchObject({
      name: 'by-hand',
      status: { phase: 'running' },
      overrides: [{ key: 'dbcache', value: '50' }],
    });
    expect((await api('nodes', 'list')).out).toMatch(/by-hand\s+regtest\s+28\.1\s+full/);
    expect((await api('nodes', 'update', 'by-hand', '--set', 'par=1', '--unset', 'dbcache')).code).toBe(0);
    expect(JSON.parse((await api('nodes', 'show', 'by-hand', '--json')).out).overrides).toEqual([
      { key: 'par', value: '1' },
    ]);
    expect((await api('nodes', 'restart', 'by-hand', '--wait')).out).toContain('now running');
    const logs = await api('nodes', 'logs', 'by-hand', '--tail', '3');
    expect(logs.out.trim().split('\n')).toHaveLength(3);
    expect((await api('nodes', 'stop', 'by-hand', '--wait')).out).toContain('now stopped');
    expect((await api('nodes', 'start', 'by-hand', '--wait')).out).toContain('now running');
    expect((await api('events', '--node', 'by-hand')).out).toContain('Started the daemon');
    const status = await satrap(['agent', 'status', '--data-dir', agent.dataDir]);
    expect(status.out).toMatch(/by-hand\s+regtest\s+running/);
    const explained = await satrap(['agent', 'explain', 'by-hand', '--data-dir', agent.dataDir]);
    expect(explained.out).toContain('nothing to do');
    expect(await api('nodes', 'delete', 'by-hand')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect((await api('nodes', 'delete', 'by-hand', '--yes', '--wait')).out).toContain('gone');
    expect((await api('executors', 'delete', agent.name)).code).toBe(0);
  });

  test.each<[string, string[], string]>([
    [
      'an executor that is not there',
      ['nodes', 'create', 'x', '--executor', 'nobody', '--network', 'regtest'],
      'there is no executor nobody',
    ],
    ['a node that is not there', ['nodes', 'stop', 'nobody'], 'there is no node nobody'],
  ])('says of %s what to do, with exit code 1', async (_what, words, message) => {
    expect(await api(...words)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
  });

  test('names each fault of a configuration on a line of its own', async () => {
    await until('the executor is back', async () => (await api('executors', 'list')).out.includes(agent.name));
    const { code, err } = await api(
      'nodes',
      'create',
      'x',
      '--executor',
      agent.name,
      '--network',
      'regtest',
      '--set',
      'dbcache=a',
      '--set',
      'rpcport=1',
    );
    expect(code).toBe(1);
    expect(err).toContain('invalid_node_config');
    expect(err).toMatch(/^ {2}overrides\.0\.value: dbcache must be/m);
    expect(err).toMatch(/^ {2}overrides\.1\.key: "rpcport" is managed by the platform/m);
  });

  test.each<[string, string[]]>([
    ['an unknown command', ['nodes', 'explode']],
    ['an unknown option', ['nodes', 'list', '--nothing']],
    [
      'a value that is no number',
      ['nodes', 'create', 'x', '--executor', 'y', '--network', 'regtest', '--memory', 'much'],
    ],
    ['a key in the command line', ['agent', 'run', '--api-key', 'secret']],
    ['an agent without any configuration', ['agent', 'run', '--config', '/dev/null']],
    ['a port that is none', ['control-plane', 'serve', '--port', 'http']],
  ])('%s is a wrong call, with exit code 2', async (_what, words) => {
    const { code, err } = await satrap(words);
    expect(code).toBe(2);
    expect(err).not.toContain('    at ');
  });

  test('a wrong key, and a control plane that is not there, are said in one sentence', async () => {
    const wrong = await satrap(['nodes', 'list'], {
      SATRAP_URL: controlPlane.url,
      SATRAP_API_KEY: 'wrong-wrong-wrong',
    });
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('Send a valid API key') });
    const away = await satrap(['nodes', 'list'], {
      SATRAP_URL: 'http://127.0.0.1:1/graphql',
      SATRAP_API_KEY: 'wrong-wrong-wrong',
    });
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
    expect(away.err + wrong.err).not.toContain('    at ');
  });

  test('a second agent on one data directory, and an agent that does not run, are told apart', async () => {
    const key = join(folder, 'key');
    writeFileSync(key, 'a-key-for-tests', { mode: 0o600 });
    const second = await satrap([
      'agent',
      'run',
      '--url',
      controlPlane.url,
      '--api-key-file',
      key,
      '--data-dir',
      agent.dataDir,
    ]);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('another agent already works with') });
    const none = await satrap(['agent', 'status', '--data-dir', folder]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('no agent runs') });
  });

  test('the control plane is initialised once, its folder serves one process, and keys are made through it', {
    timeout: 60_000,
  }, async () => {
    const { dataDir } = controlPlane.settings;
    const key = await satrap(['control-plane', 'create-key', '--data', dataDir, '--purpose', 'executor']);
    expect(key).toMatchObject({ code: 1, err: expect.stringContaining('SATRAP_API_KEY') });
    const through = await satrap(
      ['control-plane', 'create-key', '--data', dataDir, '--purpose', 'executor', '--json'],
      { SATRAP_API_KEY: controlPlane.personalKey },
    );
    expect(JSON.parse(through.out).key).toMatch(/^satrap_x_/);
    const fresh = join(folder, 'fresh');
    const unready = await satrap(['control-plane', 'serve', '--data', fresh, '--port', '0']);
    expect(unready).toMatchObject({ code: 1, err: expect.stringContaining('satrap control-plane init') });
    const init = ['control-plane', 'init', '--data', fresh, '--email', 'a@example.com', '--organization', 'Fresh'];
    expect((await satrap(init)).out).toContain('Personal API key:');
    expect(await satrap(init)).toMatchObject({ code: 1, err: expect.stringContaining('initialised already') });
  });
});
