import { expect, test } from 'vitest';
import { failureCause } from '../../src/cli/installation/failure-cause.ts';

const stack = ['    at Pool.query (/opt/satrap/x.js:1:2)', '    at node:internal/main:33:47'];

test.each<[string, string[], string]>([
  [
    'the message of the last error',
    ['started', 'error: the database is away', 'error: no secret file'],
    'no secret file',
  ],
  [
    'the error that Node prints, without its object and its stack',
    [
      'file:///opt/satrap/versions/0.6.0/main.js:12',
      '    throw new Error("x")',
      '          ^',
      '',
      'error: relation "rpc_credentials" does not exist',
      ...stack,
      '  length: 120,',
      '  code: "42P01",',
      '  detail: undefined,',
      '  [cause]: {',
      '  }',
      '};',
      'Node.js v26.9.0',
    ],
    'relation "rpc_credentials" does not exist',
  ],
  ['a class of error', ['TypeError: x is no function', ...stack, 'Node.js v26.9.0'], 'x is no function'],
  ['a minified line by nothing', ['x'.repeat(5000), 'broken on purpose'], 'broken on purpose'],
  [
    'the last lines of a program that names no error, without what the upgrade says',
    ['first', 'second', 'third', 'fourth', 'upgrade: restoring /x.backup', '-- Boot 1 --'],
    'second; third; fourth',
  ],
  ['silence', ['', '-- No entries --'], 'no log output'],
])('failureCause returns %s', (_what, lines, cause) => {
  expect(failureCause(lines)).toBe(cause);
});
