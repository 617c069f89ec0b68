import { ClientError } from 'graphql-request';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiError, describeApiError } from '../../src/cli/call.ts';
import { detailLines, executorLines } from '../../src/cli/executors/show.ts';
import { lastWord } from '../../src/cli/executors/upgrades.ts';
import { resourcesOf } from '../../src/cli/nodes/change.ts';
import { endpointLines, mempoolLines, nodeTable, problemLines } from '../../src/cli/nodes/show.ts';
import { collect, collectKeyValue, number, wholeNumber } from '../../src/cli/options.ts';
import { age, daysLeft, gibibytes, growth, jsonText, printLines, tableLines } from '../../src/cli/output.ts';
import { stateWord } from '../../src/contract/health.ts';
import { executorRow, nodeRow } from '../fixtures/api-rows.ts';

const url = 'http://127.0.0.1:4100/graphql';
const now = Date.parse('2026-11-21T12:00:00Z');

test('a node is shown with every address that it is reached at', () => {
  const zmq = [{ topic: 'rawblock', url: 'tcp://127.0.0.1:28332' }];
  const lines = endpointLines({ host: '127.0.0.1', rpcPort: 8332, p2pPort: 8333, zmq });
  expect(lines.slice(1).map((line) => String(line).trim().split(/ {2,}/))).toEqual([
    ...[['rpc', '127.0.0.1:8332'], ['p2p', '127.0.0.1:8333'], ['zmq rawblock', 'tcp://127.0.0.1:28332'], ['']],
  ]);
  expect(endpointLines(null)).toEqual([]);
});

test('a node at IPv6 addresses is shown with brackets', () => {
  const endpoint = { host: '2001:db8::7', rpcPort: 8332, p2pPort: 8333, zmq: [] };
  expect(endpointLines(endpoint).slice(1).map(String)).toEqual([
    ...[expect.stringMatching(/rpc +\[2001:db8::7\]:8332$/), expect.stringMatching(/p2p +\[2001:db8::7\]:8333$/), ''],
  ]);
  const [, row] = nodeTable([nodeRow({ status: { ...nodeRow().status, endpoint } })], now);
  expect(row).toContain(' [2001:db8::7]:8332 ');
});

test('an update names the resources that are options, and null without one', () => {
  expect(resourcesOf({})).toBeNull();
  expect(resourcesOf({ memory: 512, disk: 5 })).toEqual({ cpuCores: null, memoryMiB: 512, diskGiB: 5 });
});

test('a node is shown with its mempool in vMB, and with its memory against the limit', () => {
  const { metrics } = nodeRow();
  if (metrics === null) throw new Error('the row has no sample');
  const filled = { ...metrics, mempoolTransactions: 412, mempoolVirtualBytes: 381_000, mempoolUsageBytes: 1_902_000 };
  expect(mempoolLines(filled)).toEqual(['mempool: 412 transactions, 0.38 vMB; memory 1.9 of 300 MB']);
  expect(mempoolLines({ ...filled, mempoolUsageBytes: null })).toEqual(['mempool: 412 transactions, 0.38 vMB']);
  expect(mempoolLines(null)).toEqual([]);
});

test('a node that runs with problems shows what is the matter with it', () => {
  const words = { code: 'clock_off', reason: 'the clock is off', advice: 'Set it.' } as const;
  const problem = { ...words, since: '2026-11-21T11:00:00Z' };
  expect(nodeTable([nodeRow({ problems: [problem] })])[1]).toMatch(/the clock is off$/);
  expect(problemLines([problem], now)).toEqual(['clock_off for 60m: the clock is off', '  Set it.', '']);
  expect(problemLines([])).toEqual([]);
});

test('the table of nodes has a row for each node, with «-» for what is not known yet', () => {
  const status = { ...nodeRow().status, phase: 'pending', since: null, endpoint: null } as const;
  expect(nodeTable([nodeRow(), nodeRow({ name: 'beta', status, metrics: null })], now)).toEqual([
    'NAME   NETWORK  VERSION  TYPE  HOST    STATE    SINCE  HEIGHT  PEERS  RPC              REASON',
    'alpha  regtest  28.1     full  host-1  running  60m    3       1+2    127.0.0.1:18443  ',
    'beta   regtest  28.1     full  host-1  pending  -      -       -      -                ',
  ]);
});

test('the table of executors fits 120 columns, and points out missing versions', () => {
  const row = executorRow();
  const lines = executorLines([row], now);
  expect(lines).toEqual([
    'NAME    STATUS  AGENT  LAST SEEN  MEMORY GIB AVAIL  DISK GIB AVAIL  DISK FULL IN  VERSIONS   ORPHANS  LABELS',
    'host-1  online  0.1.0  5s         3.0               45.0            12 d          28.1,28.0  0        -',
  ]);
  expect(Math.max(...lines.map((line) => String(line).length))).toBeLessThanOrEqual(120);
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
])('describes the API error %s for people, without terminal control', (error, expected) => {
  expect(describeApiError(error, url)).toBe(expected);
});

test('an API error links to its code in the documentation, not to a console page', () => {
  const linked = (link: string) =>
    apiError(answer([{ message: 'no', extensions: { code: 'name_taken', link } }]), 'https://a.example/satrap/graphql');
  expect(linked('/docs/errors.html#name_taken').fields.link).toBe(
    'https://a.example/satrap/docs/errors.html#name_taken',
  );
  expect(linked('/nodes/1').fields.link).toBe(null);
});

test('an error as JSON has its code once', () => {
  const refused = apiError(answer([{ message: 'no', extensions: { code: 'name_taken' } }]), url);
  expect(refused.message).toBe('no (name_taken)');
  expect(JSON.parse(JSON.stringify(refused))).toMatchObject({ error: { code: 'name_taken', message: 'no' } });
});

test('the error for a port that fetch refuses says so', () => {
  expect(describeApiError(failed('bad port'), 'http://127.0.0.1:6000/graphql')).toMatch(
    /is blocked by the Fetch standard/,
  );
  expect(apiError(failed('bad port'), 'http://127.0.0.1:6000/graphql').fields.retryable).toBe(false);
  expect(apiError(failed('connect ECONNREFUSED'), url).fields.retryable).toBe(true);
});

type Shown = Parameters<typeof detailLines>[0];

const figures = (total: number | null, overcommit: number, promised: number, used: number, free: number | null) => ({
  ...{ total, overcommit, promised, used, free },
  available: total === null ? null : total * overcommit - promised,
});
const room: Shown['room'] = {
  nodes: 1,
  cpuCores: figures(4, 4, 2, 0.25, 3.5),
  memoryMiB: figures(8192, 1, 4096, 3000, 4000),
  diskGiB: figures(100, 1, 50, 20, 61.26),
};
const nodes: Shown['nodes'] = [
  {
    ...{ name: 'alpha', resources: { diskGiB: 50 }, status: { phase: 'syncing' } },
    metrics: { sizeOnDiskBytes: 20 * 2 ** 30, growthBytesPerDay: 3.5 * 2 ** 30 },
  },
  { name: 'beta', resources: { diskGiB: 5 }, status: { phase: 'pending' }, metrics: null },
];
const since = '2026-11-21T00:00:00Z';
const shown: Shown = { room, diskForecast: null, dataRoots: [], nodes: [] };

test('executors show prints allocated, used and free, and the disk’s growth', () => {
  const diskForecast = { daysUntilFull: 12.9, fillsGiBPerDay: 4.75, since };
  expect(detailLines({ ...shown, diskForecast, nodes })).toEqual([
    'RESOURCE    TOTAL  OVERCOMMIT  ALLOCATED  USED  FREE  AVAILABLE',
    'cores       4      4           2          0.2   3.5   14',
    'memory MiB  8192   1           4096       3000  4000  4096',
    'disk GiB    100    1           50         20    61.2  50',
    '',
    'disk: full in 12 d at the current rate of 4.8 GiB/d',
    '',
    'NODE   PHASE    DISK GIB ALLOCATED  BLOCKS GIB  GROWTH',
    'alpha  syncing  50                  20.0        3.5 GiB/d',
    'beta   pending  5                   -           -',
  ]);
});

test('executors show explains a missing forecast, and rounds days and growth', () => {
  for (const [forecast, line] of [
    [null, 'disk: no forecast: the agent cannot read the disk, or has just started'],
    [{ fillsGiBPerDay: null }, `disk: no forecast yet; it needs six hours of readings (since ${since})`],
    [{ fillsGiBPerDay: -3 }, 'disk: not filling up'],
  ] as const) {
    const diskForecast = forecast && { ...forecast, daysUntilFull: null, since };
    expect(detailLines({ ...shown, diskForecast }).at(-1)).toBe(line);
  }
  expect([null, 0.5, 1.9, 5000].map(daysLeft)).toEqual(['-', 'less than a day', '1 d', 'years']);
  expect([undefined, 2 ** 30].map(growth)).toEqual(['-', '1.0 GiB/d']);
});

test('shows data roots with their free space, and marks an unseen one', () => {
  const dataRoots = [
    { name: 'default', path: null, totalGiB: 100, freeGiB: 5 },
    { name: 'ssd', path: '/mnt/ssd', totalGiB: null, freeGiB: null },
  ];
  expect(detailLines({ ...shown, dataRoots }).slice(-3)).toEqual([
    'DATA ROOT  DIRECTORY             TOTAL GIB  FREE GIB',
    'default    the engine’s volumes  100.0      5.0',
    'ssd        /mnt/ssd              unknown    unknown',
  ]);
});

test('an upgrade that was switched back on the host does not count as the last word', () => {
  const state = 'committed' as const;
  const upgrades = [{ targetVersion: '0.7.0', state, progress: null, reason: null, endedAt: since }];
  expect(lastWord({ version: '0.7.0', upgrades })).toBe('; upgrade to 0.7.0: committed');
  expect(lastWord({ version: '0.3.0', upgrades })).toBe('; upgraded to 0.7.0, then switched on the host');
});

test('shows an age in the largest unit that fits, and mebibytes as gibibytes', () => {
  for (const [instant, expected] of [
    ['2026-11-21T12:00:05Z', '0s'],
    ['2026-11-21T11:58:01Z', '119s'],
    ['2026-11-21T11:58:00Z', '2m'],
    ['2026-11-21T10:00:30Z', '120m'],
    ['2026-11-21T10:00:00Z', '2h'],
    ['2026-11-19T12:00:00Z', '2d'],
  ] as const)
    expect(age(instant, Date.parse('2026-11-21T12:00:00Z'))).toBe(expected);
  expect([1024, 1536, 0].map(gibibytes)).toEqual(['1.0', '1.5', '0.0']);
});

test('a table has aligned columns, and no line breaks or control characters', () => {
  const rows = [
    ['a', 'running'],
    ['longer', ''],
    ['b', 'x\u001b[2J\ny'],
  ];
  expect(tableLines(['name', 'phase'], rows)).toEqual([
    'NAME    PHASE',
    'a       running',
    'longer  ',
    'b       x [2J y',
  ]);
});

test('foreign text can neither control the terminal nor add lines', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  printLines(['last sync: failing: no\u001b]0;owned\u0007\u009b2J\nlast sync: 1s ago\u202e', 'no nodes']);
  expect(log).toHaveBeenCalledExactlyOnceWith('last sync: failing: no ]0;owned 2J last sync: 1s ago \nno nodes');
});

test('JSON keeps foreign text exactly, in a form that terminals only show', () => {
  const foreign = { reason: 'é\u007f\u009b2J\u202e\u2028\u001b[2J\n\\u009b "🟠"' };
  const text = jsonText(foreign, 2);
  expect(JSON.parse(text)).toEqual(foreign);
  expect(text).not.toMatch(/[\p{Bidi_Control}\u2028]|(?!\n)\p{Cc}/u);
});

test('numbers, whole numbers within bounds and pairs are read', () => {
  expect(['1', '0.5', '-3'].map((text) => number(text))).toEqual([1, 0.5, -3]);
  expect(['1', '500', '007'].map((text) => wholeNumber(1, 500)(text))).toEqual([1, 500, 7]);
  expect(collect('b', ['a'])).toEqual(['a', 'b']);
  // All after the first «=» is the value.
  expect(['dbcache=300', 'uacomment=a=b', 'empty='].flatMap((text) => collectKeyValue(text, []))).toEqual([
    { key: 'dbcache', value: '300' },
    { key: 'uacomment', value: 'a=b' },
    { key: 'empty', value: '' },
  ]);
});

test.each<[string, (text: string) => unknown, string[]]>([
  ['It must be a number.', number, ['', ' ', 'much', 'NaN', 'Infinity', '1,5']],
  ['It must be a whole number from 1 to 500.', wholeNumber(1, 500), ['0', '501', '1.5', '1e2', '-1', '', 'all']],
  ['It must be KEY=VALUE.', (text) => collectKeyValue(text, []), ['dbcache', '=300', '']],
])('another text is refused: %s', (message, read, texts) => {
  for (const text of texts) expect(() => read(text)).toThrow(message);
});

describe('stateWord', () => {
  const { status } = nodeRow();
  test.each([
    ['in_sync', 'good', 'running'],
    ['in_sync', 'busy', 'running'],
    ['stale', 'busy', 'running'],
    ['problem', 'warning', 'with a problem'],
    ['other_branch', 'bad', 'on another branch'],
    ['behind', 'warning', 'behind'],
  ] as const)('says of a running node that is %s and %s: %s', (state, level, word) => {
    expect(stateWord({ status, health: { state, level } })).toBe(word);
  });
});
