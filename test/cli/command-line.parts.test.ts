import { expect, test } from 'vitest';
import { satrap } from '../harness/satrap.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

test.each([
  [['--version'], { code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' }],
  [['nodes', 'list'], { code: 3, stdout: '', stderr: expect.stringMatching(/^error: no API key: /) }],
  // Where no agent is installed, without a stack.
  [
    ['agent', 'rollback', '--yes'],
    { stdout: '', stderr: expect.stringMatching(/^error: (?![\s\S]*\n +at )/), code: expect.toBeOneOf([1, 2]) },
  ],
])('the process of satrap %j ends with an exit code, and answers apart from messages', async (words, outcome) => {
  expect(await satrap(words)).toEqual(outcome);
});

test('a rollback without an engine reports the error without a stack trace', async () => {
  const settings = ['--config', '/dev/null', '--url', 'http://127.0.0.1:4100', '--data-dir', scratchFolder('rollback')];
  const words = ['agent', 'rollback', '--yes', ...settings, '--docker-socket', '/none'];
  expect(await satrap(words, { SATRAP_AGENT_API_KEY: 'satrap_e_unused' })).toEqual({
    ...{ code: expect.toBeOneOf([1, 2]), stdout: '', stderr: expect.stringMatching(/^error: .*\n$/) },
  });
});

test('a reader that goes away, as head -1 does, ends the command without a stack', async () => {
  expect(await satrap(['nodes', 'rpc', '--help'], {}, { closesOutput: true })).toEqual({
    ...{ code: 141, stdout: '', stderr: '' },
  });
});
