import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../harness/built-program.ts';
import { until } from '../harness/until.ts';
import { TestCommands } from './test-commands.ts';

const satrap = new TestCommands();

/** Runs `satrap top` on a pseudo terminal of 80 columns and 12 rows. */
async function onTerminal(words: string) {
  const { main } = await builtProgram('host');
  const command = `stty cols 80 rows 12; echo pid=$$; exec ${process.execPath} ${main} ${words}`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', SHELL: '/bin/sh', ...satrap.env() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number);
  return {
    press: (keys: string) => child.stdin.write(keys),
    /** Waits until the last whole frame matches. */
    shows: (pattern: RegExp) => until(`it shows ${pattern}`, () => pattern.test(output.split('\u001b[H').at(-1) ?? '')),
    ended,
    output: () => output,
  };
}

const restored = '\u001b[?7h\u001b[?25h\u001b[?1049l';

test('top follows nodes, survives a lost control plane, and restores the screen', async () => {
  for (const name of ['alpha', 'beta']) await satrap.createNode(name);
  const once = await satrap.run('top --name alp');
  expect(once).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^1 node {2}pending 1 .*\n\nNAME .*\nalpha +regtest +pending /),
  });
  expect(await satrap.json('top')).toMatchObject([{ name: 'alpha' }, { name: 'beta' }]);

  const top = await onTerminal('top');
  await top.shows(/2 nodes .*pending 2[\s\S]*alpha[\s\S]*beta/);
  expect(top.output()).toContain('\u001b[?1049h');
  await satrap.createNode('gamma');
  await top.shows(/3 nodes[\s\S]*gamma/);
  top.press('/gam\r');
  await top.shows(/1-1 of 1,[\s\S]*gamma/);
  await satrap.controlPlane.stop();
  await top.shows(/Last update \d+s ago: /);
  await satrap.controlPlane.serve();
  await top.shows(/1-1 of 1,[\s\S]*gamma/);
  top.press('q');
  expect(await top.ended).toBe(0);
  expect(top.output()).toContain(restored);
});

test('top restores the screen when a signal ends it', async () => {
  const top = await onTerminal('top --name nobody');
  await top.shows(/0-0 of 0/);
  process.kill(Number(/pid=(\d+)/.exec(top.output())?.[1]), 'SIGTERM');
  expect(await top.ended).toBe(0);
  expect(top.output()).toContain(restored);
});
