import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { standInDaemon } from '../../src/devhost/stand-in-archive.ts';
import { python } from '../harness/example-programs.ts';
import { TestNodes } from '../harness/nodes.ts';
import { ownPortRange } from '../harness/port-range.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';
import { until } from '../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 1 });
const program = join(import.meta.dirname, '../../examples/executor.py');

/** examples/executor.py with its daemons, until the test ends. */
class ExampleExecutor {
  readonly name: string;
  readonly data = scratchFolder('example');
  readonly #flags: string[];
  #kill = async (): Promise<void> => undefined;

  constructor(name: string) {
    this.name = name;
    const firstPort = String(ownPortRange().from);
    this.#flags = ['--name', name, '--data', this.data, '--network', 'regtest', '--first-port', firstPort];
    onTestFinished(async () => {
      await this.kill();
      for (const pid of await this.daemons()) process.kill(pid, 'SIGKILL');
      await until('its daemons have ended', async () => (await this.daemons()).length === 0);
    });
  }

  /** Enrols with a new token, and returns its id. */
  async enrol(): Promise<string> {
    const { createEnrolmentToken } = await controlPlane.ask(
      'mutation($name: String) { createEnrolmentToken(data: { executorName: $name }) { token } }',
      { name: this.name },
    );
    this.start(createEnrolmentToken.token);
    return until('it is registered', async () => {
      const query = 'query($name: String) { executors(where: { name: { equals: $name } }) { id } }';
      return (await controlPlane.ask(query, { name: this.name })).executors[0]?.id;
    });
  }

  start(token = ''): void {
    const flags = ['--url', new URL(controlPlane.url).origin, '--bitcoind', `28.1=${standInDaemon}`, ...this.#flags];
    const child = spawn(python, [program, ...flags], {
      env: { ENROLMENT_TOKEN: token },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(child, 'exit');
    this.#kill = async () => {
      child.kill('SIGKILL');
      await exited;
    };
  }

  kill(): Promise<void> {
    return this.#kill();
  }

  async daemons(): Promise<number[]> {
    const found: number[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (line.includes(`-datadir=${this.data}/`)) found.push(Number(pid));
    }
    return found;
  }
}

test('the example executor conforms to level 2, leaves nothing behind, and keeps its secrets private', async () => {
  const executor = new ExampleExecutor('example');
  await executor.enrol();
  const { code, stdout } = await satrapHere(
    ['control-plane', 'check-executor', 'example', '--timeout', '30', '--json'],
    { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey },
  );
  const { level, checks } = JSON.parse(stdout);
  expect(checks.filter((check: { level: number; conforms: boolean }) => check.level < 3 && !check.conforms)).toEqual(
    [],
  );
  expect(level).toBe(2);
  expect(code).toBe(0);
  expect(await executor.daemons()).toEqual([]);
  expect(await readdir(join(executor.data, 'nodes'))).toEqual([]);
  expect((await stat(join(executor.data, 'state.json'))).mode & 0o777).toBe(0o600);
}, 300_000);

test('the daemon survives the example executor, a dead one is restarted, and an unnamed wallet prevents a removal', async () => {
  const executor = new ExampleExecutor('killed');
  const nodes = new TestNodes(controlPlane, await executor.enrol());
  const { id } = await nodes.create('survivor', { overrides: [{ key: 'connect', value: '0' }] });
  await nodes.untilPhase(id, 'syncing');
  const folder = join(executor.data, 'nodes', id);
  const before = await executor.daemons();
  expect(before).toHaveLength(1);

  await executor.kill();
  executor.start();
  const heard = new Date().toISOString();
  await until('it has sent heartbeats again', async () => {
    const { executors } = await controlPlane.ask('{ executors { name lastSeenAt } }');
    return executors.some(
      (each: { name: string; lastSeenAt: string }) => each.name === 'killed' && each.lastSeenAt > heard,
    );
  });
  await nodes.untilPhase(id, 'syncing');
  expect(await executor.daemons()).toEqual(before);

  await executor.kill();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  executor.start();
  await nodes.untilEvent('survivor', 'node.exited');
  await nodes.untilPhase(id, 'syncing');
  const after = await executor.daemons();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);

  const wallet = join(folder, 'wallets', 'unnamed.dat');
  await writeFile(wallet, 'SQLite format 3\0');
  await nodes.delete(id);
  await until('the reason is shown', async () => (await nodes.get(id))?.status.reason?.includes('unnamed.dat'));
  expect(existsSync(join(folder, 'regtest'))).toBe(true);
  await rm(wallet);
  await nodes.untilGone(id);
  expect(existsSync(folder)).toBe(false);
  expect(await executor.daemons()).toEqual([]);
}, 240_000);
