import { expect, test } from 'vitest';
import { parseEnvironmentFile } from '../../src/cli/control-plane/install/environment-file.ts';

test('an environment file is read as systemd does', () => {
  const text = [
    '# DATABASE_URL=postgres://commented',
    '; SATRAP_HOST=commented',
    '',
    'DATABASE_URL=postgres://me:pa#ss@db/satrap?a=b ',
    ' SATRAP_PORT = 4200',
    'SATRAP_HOST="::1"',
    `QUOTED='it is # "so"'`,
    'ESCAPED="a \\"b\\" \\n"',
    'EMPTY=',
    'LONG=one \\',
    'two',
    'no assignment',
    '',
  ].join('\n');
  expect(parseEnvironmentFile(text)).toEqual({
    DATABASE_URL: 'postgres://me:pa#ss@db/satrap?a=b',
    SATRAP_PORT: '4200',
    SATRAP_HOST: '::1',
    QUOTED: 'it is # "so"',
    ESCAPED: 'a "b" \\n',
    EMPTY: '',
    LONG: 'one two',
  });
});
