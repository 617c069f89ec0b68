import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
let host: TestHost;

beforeAll(async () => {
  host = await testHost();
  return () => host[Symbol.asyncDispose]();
});

/** `satrap nodes logs --follow` in a terminal of its own. */
function follow(name: string) {
  const { url, personalKey } = host.controlPlane;
  const child = spawn(process.execPath, [main, 'nodes', 'logs', name, '--follow', '--tail', '3'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', SATRAP_URL: url, SATRAP_API_KEY: personalKey },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [lines, notices]: [string[], string[]] = [[], []];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => notices.push(line));
  return { child, lines, notices };
}

test('a log that is followed shows what the daemon writes, goes on after a restart, and ends in the engine with its reader', async () => {
  const { id } = await host.runNode('followed');
  const { child, lines, notices } = follow('followed');
  await until('the last lines come', () => lines.length >= 3);
  const hash = await host.nodes.mine(id, 1);
  await until('the new block is shown', () => lines.some((line) => line.includes(hash)));
  const isFollowed = () => host.engine.reading.some((call) => call.includes('/logs'));
  expect(isFollowed()).toBe(true);

  const before = lines.length;
  await host.nodes.act(id, 'restart');
  await host.nodes.untilPhase(id, 'running');
  await until('the end of the container is told', () => notices.some((text) => text.startsWith('-- ')));
  const next = await host.nodes.mine(id, 1);
  await until('the log goes on', () => lines.slice(before).some((line) => line.includes(next)));
  expect(lines.filter((line) => line.includes(hash)).length).toBe(
    new Set(lines.filter((line) => line.includes(hash))).size,
  );

  child.kill('SIGINT');
  await once(child, 'exit');
  await until('nobody reads the log any more', () => !isFollowed(), 90_000);
  expect((await host.nodes.get(id))?.status.phase).toBe('running');
});
