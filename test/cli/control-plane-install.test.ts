import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { whyUnfit } from '../../src/cli/control-plane/install/install.ts';
import { isReady, parseEnvironmentFile, setEnv } from '../../src/cli/control-plane/install/layout.ts';
import { portWarning } from '../../src/cli/control-plane/options.ts';
import { closeServer, listenHere } from '../harness/listen.ts';

const server = createServer((_request, answer) => answer.end());
afterEach(() => closeServer(server));
const listen = async (port = 0) => String(await listenHere(server, port));

/** What stands in the way of an installation with these settings, as far as it names one of the words. */
const faults = async (env: Record<string, string>, words: string) => {
  const owner = { email: 'you@example.com', organization: 'Example' };
  const found = await whyUnfit({ SATRAP_PORT: '0', SATRAP_METRICS_PORT: '0', ...env }, owner, false);
  return found.filter((fault) => fault.includes(words));
};

test('a control plane is found ready on a port that browsers block, and serve warns of it', async () => {
  expect(await isReady({ SATRAP_PORT: await listen(6697) })).toBe(true);
  expect(portWarning(6697)).toMatch(/cannot connect to port 6697.* with --port/);
  expect(portWarning(4100)).toBeNull();
});

test.each([
  ['SATRAP_PORT', '--host and --port'],
  ['SATRAP_METRICS_PORT', 'SATRAP_METRICS_PORT in /etc/satrap/control-plane.env'],
])('where the port of %s is taken, the advice is %s', async (setting, advice) => {
  const port = await listen();
  expect(await faults({ [setting]: port }, ' port ')).toEqual([
    `Cannot use port ${port} of 127.0.0.1: in use by another program. Choose another one with ${advice}.`,
  ]);
});

test('an empty DATABASE_URL stands for the embedded database, as when it serves, and a malformed port is named with its file', async () => {
  expect(await faults({ DATABASE_URL: '' }, 'DATABASE_URL')).toEqual([]);
  const message = 'SATRAP_METRICS_PORT in /etc/satrap/control-plane.env must be a port from 0 to 65535, not 41OO';
  await expect(faults({ SATRAP_METRICS_PORT: '41OO' }, '')).rejects.toMatchObject({ name: 'CommandError', message });
});

test('an environment file is read as systemd does, and settings are written beside those that an operator keeps', () => {
  const text = `# DATABASE_URL=postgres://commented
; SATRAP_HOST=commented

DATABASE_URL=postgres://me:pa#ss@db/satrap?a=b\u0020
 SATRAP_PORT = 4200
SATRAP_HOST="::1"
QUOTED='it is # "so"'
ESCAPED="a \\"b\\" \\n"
EMPTY=
LONG=one \\
two
no assignment
`;
  expect(parseEnvironmentFile(text)).toEqual({
    ...{ DATABASE_URL: 'postgres://me:pa#ss@db/satrap?a=b', SATRAP_PORT: '4200', SATRAP_HOST: '::1' },
    ...{ QUOTED: 'it is # "so"', ESCAPED: 'a "b" \\n', EMPTY: '', LONG: 'one two' },
  });
  const kept = '# of the operator\nDATABASE_URL=postgres://a\n';
  expect(setEnv(`${kept}SATRAP_PORT=4100\n`, { SATRAP_PORT: '4200', SATRAP_HOST: '::1' })).toBe(
    `${kept}SATRAP_PORT=4200\nSATRAP_HOST=::1\n`,
  );
});
