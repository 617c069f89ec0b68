import { expect, test } from 'vitest';
import { satrap } from '../harness/satrap.ts';

test.each<[string[], object, Record<string, string>?]>([
  [['--version'], { code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' }],
  [['nodes', 'list'], { code: 3, stdout: '', stderr: expect.stringMatching(/^error: no API key: /) }],
  // Where no agent is installed, without a stack.
  [
    ['agent', 'rollback', '--yes'],
    { stdout: '', stderr: expect.stringMatching(/^error: (?![\s\S]*\n +at )/), code: expect.toBeOneOf([1, 2]) },
  ],
  // Where no engine answers, as in a container without one.
  [
    ['agent', 'rollback', '--yes', '--config', '/dev/null', '--url', 'http://127.0.0.1:1', '--docker-socket', '/none'],
    { stdout: '', stderr: expect.stringMatching(/^error: (?![\s\S]*\n +at )/), code: expect.toBeOneOf([1, 2]) },
    { SATRAP_AGENT_API_KEY: 'satrap_e_unused' },
  ],
])(
  'the process of satrap %j ends with an exit code, and answers apart from messages',
  async (words, outcome, env = {}) => {
    expect(await satrap(words, env)).toEqual(outcome);
  },
);

test('a reader that goes away, as head -1 does, ends the command without a stack', async () => {
  expect(await satrap(['nodes', 'rpc', '--help'], {}, { closesOutput: true })).toEqual({
    ...{ code: 141, stdout: '', stderr: '' },
  });
});
