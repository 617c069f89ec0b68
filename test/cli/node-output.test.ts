import { ClientError } from 'graphql-request';
import { expect, test } from 'vitest';
import { describeApiError } from '../../src/cli/api.ts';
import { executorLines } from '../../src/cli/executors/show.ts';
import { changedOverrides, resourcesOf } from '../../src/cli/nodes/change.ts';
import { endpointLines, nodeTable, problemLines } from '../../src/cli/nodes/show.ts';
import { executorRow, nodeRow } from '../fixtures/api-rows.ts';

const url = 'http://127.0.0.1:4100/graphql';
const now = Date.parse('2026-11-21T12:00:00Z');

test('a node is shown with every address that it is reached at', () => {
  const zmq = [{ topic: 'rawblock', url: 'tcp://127.0.0.1:28332' }];
  const lines = endpointLines({ host: '127.0.0.1', rpcPort: 8332, p2pPort: 8333, zmq });
  expect(lines.slice(1).map((line) => line.trim().split(/ {2,}/))).toEqual([
    ...[['rpc', '127.0.0.1:8332'], ['p2p', '127.0.0.1:8333'], ['zmq rawblock', 'tcp://127.0.0.1:28332'], ['']],
  ]);
  expect(endpointLines(null)).toEqual([]);
});

test('an update names the resources and all overrides that a node then has, and null where there is no option', () => {
  const [dbcache, uacomment] = [
    { key: 'dbcache', value: '300' },
    { key: 'uacomment', value: 'x' },
  ];
  const larger = { key: 'dbcache', value: '400' };
  const changed = (set: (typeof dbcache)[], unset: string[]) => changedOverrides([dbcache, uacomment], { set, unset });
  expect(changed([], [])).toBeNull();
  expect(changed([larger], ['par'])).toEqual([uacomment, larger]);
  expect(changed([], ['dbcache', 'uacomment'])).toEqual([]);
  expect(resourcesOf({})).toBeNull();
  expect(resourcesOf({ memory: 512, disk: 5 })).toEqual({ cpuCores: null, memoryMiB: 512, diskGiB: 5 });
});

test('a node that runs with problems shows what is the matter with it', () => {
  const words = { code: 'clock_off', reason: 'the clock is off', advice: 'Set it.' } as const;
  const problem = { ...words, since: '2026-11-21T11:00:00Z' };
  expect(nodeTable([nodeRow({ problems: [problem] })])[1]).toMatch(/the clock is off$/);
  expect(problemLines([problem], now)).toEqual([
    'PROBLEM    SINCE  REASON            ADVICE',
    'clock_off  60m    the clock is off  Set it.',
    '',
  ]);
  expect(problemLines([])).toEqual([]);
});

test('the table of nodes has a row for each node, with «-» for what is not known yet', () => {
  const status = { ...nodeRow().status, phase: 'pending', since: null, endpoint: null } as const;
  expect(nodeTable([nodeRow(), nodeRow({ name: 'beta', status, metrics: null })], now)).toEqual([
    'NAME   NETWORK  VERSION  TYPE  HOST    PHASE    SINCE  HEIGHT  PEERS  RPC              REASON',
    'alpha  regtest  28.1     full  host-1  running  60m    3       1+2    127.0.0.1:18443  ',
    'beta   regtest  28.1     full  host-1  pending  -      -       -      -                ',
  ]);
});

test('the table of executors fits a terminal of 120 columns, and says of one without versions where to read why', () => {
  const row = executorRow();
  const lines = executorLines([row], now);
  expect(lines).toEqual([
    'NAME    STATUS  AGENT  LAST SEEN  MEMORY GIB AVAIL  DISK GIB AVAIL  DISK FULL IN  VERSIONS   ORPHANS  LABELS',
    'host-1  online  0.1.0  5s         3.0               45.0            12 d          28.1,28.0  0        -',
  ]);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  const [, line, hint] = executorLines([{ ...row, capabilities: { ...row.capabilities, clients: [] } }]);
  expect(line).toMatch(/ none +0 +-$/);
  expect(hint).toMatch(/^host-1 offers no bitcoind version: .*“satrap agent doctor”/);
});

const answer = (errors: object[] | undefined, status = 200) =>
  new ClientError({ status, headers: new Headers(), body: '', errors } as never, { query: '' });
const invalid = (path: string[], message: string) =>
  answer([{ message: 'bad', extensions: { code: 'invalid_input', issues: [{ path, message }] } }]);
const failed = (cause: string) => new TypeError('fetch failed', { cause: new Error(cause) });

const hint = 'set the control plane with --url or SATRAP_URL';
test.each([
  [answer([{ message: 'no room', extensions: { code: 'no_room' } }]), 'no room (no_room)'],
  [invalid(['data', 'name'], 'too long'), 'invalid input (invalid_input):\n  name: too long'],
  [
    invalid(['a', 'b'], 'x\u001b]0;owned\u0007\u009b2Jy\nsatrap: all is well'),
    'invalid input (invalid_input):\n  b: x ]0;owned 2Jy satrap: all is well',
  ],
  [
    answer(undefined, 502),
    'The control plane responded with HTTP status 502; check that the URL is its GraphQL endpoint',
  ],
  [failed('connect ECONNREFUSED'), `${url} cannot be reached: connect ECONNREFUSED; ${hint}`],
  [
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    `${url} does not respond; check that its service runs, then try again`,
  ],
])('the error of the API %s is described for a person, without what could take over a terminal', (error, expected) => {
  expect(describeApiError(error, url)).toBe(expected);
});

test('the error for a port that fetch refuses says so', () => {
  expect(describeApiError(failed('bad port'), 'http://127.0.0.1:6000/graphql')).toMatch(
    /is blocked by the Fetch standard/,
  );
});
