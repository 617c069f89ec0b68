import { describe, expect, test } from 'vitest';
import { clientFamily, clients } from '../../../src/bitcoin/clients/registry.ts';
import { torOff } from '../../../src/bitcoin/tor.ts';
import { clientTitles, formatVerified, versionName } from '../../../src/console/display/format.ts';
import { type Entry, entryText, mergeActivity } from '../../../src/console/pages/node/activity/activity.ts';
import {
  type Base,
  changeOf,
  differences,
  isDirty,
  readDraft,
  rebase,
  startFrom,
  writeDraft,
} from '../../../src/console/pages/node/configuration/draft.ts';
import { showOptions } from '../../../src/console/pages/node/configuration/option-rows.ts';
import {
  asFile,
  findAll,
  finderOf,
  keep,
  maxCharacters,
  maxRows,
  nextFound,
  noLines,
  rowsWith,
} from '../../../src/console/pages/node/logs/log-lines.ts';
import {
  type ChainView,
  hourlyGain,
  secondsToTip,
  syncHint,
} from '../../../src/console/pages/node/overview/chain-hints.ts';
import { endpointExamples, tunnelTo } from '../../../src/console/pages/node/overview/endpoint-examples.ts';
import {
  areAllNamed,
  type DeletableNode,
  deletionOutcome,
  namesIn,
} from '../../../src/console/pages/node/settings/deletion.ts';

const synced: ChainView = {
  ...{ network: 'signet', height: 10, headers: 10, peers: 8 },
  initialBlockDownload: false,
};
const empty: ChainView = { ...synced, height: 0, headers: 0, initialBlockDownload: true };

describe('what a node’s page says of its chain', () => {
  test.each<[string, ChainView, number | null, string]>([
    ['syncing', { ...empty, height: 10, headers: 30 }, null, '20 blocks left'],
    ['with an estimate', { ...empty, height: 29, headers: 30 }, 7200, '1 block left · about 2 h left'],
    ['without peers or headers', { ...empty, peers: 0 }, null, 'waiting for peers'],
    ['with peers and without headers', empty, null, 'waiting for headers'],
  ])('one that syncs, %s', (_what, view, secondsLeft, text) => {
    expect(syncHint(view, secondsLeft)).toBe(text);
  });

  test('a list shows no progress for a chain without blocks', () => {
    expect(formatVerified({ height: 0, verificationProgress: 1 })).toBe('–');
    expect(formatVerified({ height: 10, verificationProgress: 0.5 })).toBe('50 %');
  });

  test('the speed is that of the last hour', () => {
    const at = (minute: number, last: number) => ({ at: new Date(minute * 60_000).toISOString(), height: { last } });
    expect(hourlyGain([at(0, 0), at(60, 9000), at(90, 9500), at(120, 10_000)], 'height')).toBe(1000);
    expect(hourlyGain([at(0, 5)], 'height')).toBeNull();
  });

  const partsOf = (...values: number[]) =>
    values.map((last, index) => ({
      at: new Date(index * 300_000).toISOString(),
      verificationProgress: { last },
    }));
  const lastHour = Array.from({ length: 13 }, (_, part) => 0.5 + part * 0.01);
  test.each([
    ['of less than five minutes', partsOf(0.1), 0.5, null],
    ['of a node that does not get on', partsOf(0.5, 0.5, 0.5), 0.5, null],
    ['at the pace of the last hour alone', partsOf(0, ...lastHour), 0.62, 11_400],
    ['of a node that is there', partsOf(0.9, 1), 1, 0],
  ])('the time to the tip %s', (_what, buckets, progress, seconds) => {
    const found = secondsToTip(buckets, progress);
    expect(found === null ? null : Math.round(found)).toBe(seconds);
  });
});

describe('examples that use a node', () => {
  const endpoint = { host: '10.0.0.7', rpcPort: 38_332, p2pPort: 38_333 };
  const zmq = ['rawblock', 'rawtx', 'sequence'].map((topic, port) => ({ topic, url: `tcp://10.0.0.7:${port}` }));
  const examplesOf = (topics: number, nodeType: 'full' | 'pruned' = 'full') =>
    endpointExamples({ network: 'signet', nodeType, endpoint: { ...endpoint, zmq: zmq.slice(0, topics) } });

  test('have its ports and topics, and say what it lacks', () => {
    const { lnd, electrs, Environment } = examplesOf(3);
    expect(lnd?.text).toMatch(/bitcoin\.signet=true.*rpchost=10\.0\.0\.7:38332.*zmqpubrawtx=tcp:\/\/10\.0\.0\.7:1$/s);
    expect(electrs?.text).toContain('daemon_p2p_addr = "10.0.0.7:38333"');
    expect(Environment?.text).toContain('export ZMQ_SEQUENCE=tcp://10.0.0.7:2');
    expect([lnd?.lacks, electrs?.lacks]).toEqual([undefined, undefined]);
    const poor = examplesOf(1, 'pruned');
    expect(poor['lnd']?.text).toMatch(/rpcpolling=true$/);
    expect(poor['lnd']?.lacks).toBe('lnd polls this node. For ZeroMQ, set zmqpubrawtx=1.');
    expect(poor['electrs']?.lacks).toContain('pruned');
    const named = endpointExamples({
      network: 'mainnet',
      nodeType: 'full',
      endpoint: { ...endpoint, host: '::1', zmq: [] },
    });
    expect(named['electrs']?.text).toMatch(/"bitcoin".*"\[::1\]:38332"/s);
  });

  test('have a way to an address of the host itself', () => {
    expect(tunnelTo('127.0.0.1', 8332, 'berlin')).toBe('ssh -L 8332:127.0.0.1:8332 berlin');
    expect(tunnelTo('::1', 8332, 'berlin')).toBe('ssh -L 8332:[::1]:8332 berlin');
    expect(tunnelTo('10.0.0.7', 8332, 'berlin')).toBeNull();
  });
});

describe('the deletion of a node', () => {
  const node: DeletableNode = {
    ...{ id: 'n', network: 'signet', executor: { name: 'berlin' }, metrics: { height: 1204, sizeOnDiskBytes: 2048 } },
    status: { wallets: ['', 'savings'], endpoint: { host: '10.0.0.7', rpcPort: 38_332 } },
  };
  const unknown = { ...node, metrics: null, status: { wallets: null, endpoint: null } };

  test('names an endpoint on IPv6 with brackets', () => {
    const status = { wallets: null, endpoint: { host: '2001:db8::7', rpcPort: 38_332 } };
    const { lost } = deletionOutcome('keep', { ...node, status });
    expect(lost[0]).toBe('Endpoint [2001:db8::7]:38332: clients lose access.');
  });

  test('says what is lost, what that costs, what is kept, and what is not known', () => {
    const said = (policy: 'keep' | 'remove', of: DeletableNode) => {
      const { lost, kept } = deletionOutcome(policy, of);
      return [lost.join(' '), kept.join(' ')];
    };
    const removed = /10\.0\.0\.7:38332.*Chain data \(to height 1.204, 2 KiB\); syncing again takes hours/;
    expect(said('remove', node)).toEqual([expect.stringMatching(removed), '']);
    const [lost, kept] = said('keep', node);
    expect(lost).not.toMatch(/Chain data|credentials/);
    expect(kept).toMatch(/Chain data \(to height 1.204, 2 KiB\) on berlin.*default wallet, savings/);
    expect(said('keep', unknown)).toEqual([
      expect.stringContaining('Endpoint: clients lose access.'),
      expect.stringMatching(/^Chain data on berlin.*not reported their names/),
    ]);
  });

  test('needs the name of each wallet that is known', () => {
    expect(areAllNamed(null, [])).toBe(true);
    expect(areAllNamed(['', 'savings'], ['savings'])).toBe(false);
    expect(areAllNamed(['', 'savings'], ['savings', ''])).toBe(true);
    expect([namesIn(' '), namesIn('a, b,a'), namesIn(',')]).toEqual([[], ['a', 'b'], ['']]);
  });
});

describe('the options that a form shows', () => {
  const of = { client: 'bitcoind', clientVersion: '28.1' } as const;
  const setting = (key: string, origin: 'platform' | 'default' | 'override') => ({
    key,
    value: '1',
    origin,
    note: null,
  });
  const settings = [setting('server', 'platform'), setting('dbcache', 'default'), setting('maxmempool', 'override')];
  const overrides = [{ id: 0, key: 'maxmempool', value: '50' }];
  const find = (search: string, isPinned = false) => {
    const { rows, ...shown } = showOptions({ overrides, settings, of, search, isPinned: () => isPinned });
    return [shown.overrides.map(({ key }) => key).join(), rows.map(({ key }) => key).join()];
  };

  test('are those with a value, the changed ones first, or all that match', () => {
    expect(find('')).toEqual(['maxmempool', 'dbcache,server']);
    expect(find('-RPCuser')[1]).toContain('rpcuser');
    expect(find('maxmemp')).toEqual(['maxmempool', '']);
    expect(find('maxconn', true)[0]).toBe('maxmempool');
    expect(find('maxconn')[1]).toMatch(/^maxconnections/);
    // By the help text too; a key that the version does not know can be set all the same.
    expect(find('all transactions')[1]).toContain('txindex');
    expect(find('maxconection')).toEqual(['', 'maxconection']);
  });
});

test('events and actions of a node are one list, as far back as both are known', () => {
  const [ten, nine, eight] = ['10', '09', '08'].map((hour) => `2026-11-26T${hour}:00:00.000Z`);
  const event = (id: string, at = '') => ({ id, at, message: `event ${id}` }) as NonNullable<Entry['event']>;
  const action = (id: string, at = '') =>
    ({
      id,
      at,
      action: 'updateNode',
      outcome: 'succeeded',
      actor: { name: 'Ada' },
      before: { x: 1 },
      after: { x: 2 },
    }) as NonNullable<Entry['action']>;
  const events = { rows: [event('a', ten), event('b', eight)], hasMore: false };
  const actions = { rows: [action('c', nine)], hasMore: true };
  const merged = mergeActivity(events, actions);
  expect(merged.map(entryText)).toEqual(['event a', 'Ada changed x 1 → 2']);
  expect(mergeActivity(events, { ...actions, hasMore: false }).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});

describe('a draft of a configuration that the tab keeps', () => {
  const node = (memoryMiB: number, overrides: Record<string, string>, revision = 1): Base => ({
    ...{ clientVersion: '28.1', tor: null },
    resources: { cpuCores: 1, memoryMiB, diskGiB: 20 },
    overrides: Object.entries(overrides).map(([key, value]) => ({ key, value })),
    revision,
  });
  const begun = startFrom(node(1200, { dbcache: '300', torpassword: 'swordfish' }));
  const others = begun.draft.overrides.filter(({ key }) => key !== 'dbcache');
  const overrides = [...others, { id: 9, key: 'maxmempool', value: '50' }];
  const edited = { ...begun, draft: { ...begun.draft, overrides } };

  test('comes back as it was, and the secrets in it are never written down', () => {
    const text = writeDraft(edited);
    expect(text).not.toContain('swordfish');
    expect(readDraft(text, edited.base)).toEqual(edited);
    expect(readDraft(writeDraft(null), edited.base)).toBeNull();
    expect([isDirty(begun), isDirty(edited)]).toEqual([false, true]);
  });

  test('keeps its own changes over another person’s, and takes over the rest', () => {
    const now = node(1250, { dbcache: '400', torpassword: 'swordfish', rpcthreads: '8' }, 2);
    expect(differences(edited.base, now)).toEqual([
      { field: 'Memory (MiB)', from: '1200', to: '1250' },
      { field: 'dbcache', from: '300', to: '400' },
      { field: 'rpcthreads', from: undefined, to: '8' },
    ]);
    // A restart counts a revision as well.
    const restarted: Base = { ...edited.base, revision: 7 };
    expect(differences(edited.base, restarted)).toEqual([]);
    const { base, draft } = rebase(edited, now);
    expect([base, draft.resources.memoryMiB]).toEqual([now, 1250]);
    const kept = draft.overrides.map(({ key, value }) => `${key}=${value}`);
    expect(kept).toEqual(['torpassword=swordfish', 'rpcthreads=8', 'maxmempool=50']);
  });
});

describe('the Tor of a draft', () => {
  const tor = { mode: 'own' as const, proxy: '172.17.0.1:9050', onionAddress: null };
  const base: Base = {
    ...{ clientVersion: '28.1', resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 20 }, overrides: [], revision: 1 },
    tor: null,
  };

  test('is requested when it is turned on or off', () => {
    const begun = startFrom(base);
    expect(changeOf({ ...begun.draft, tor }, base)).toEqual({ tor });
    expect(changeOf({ ...begun.draft, tor: null }, { ...base, tor })).toEqual({ tor: torOff });
    expect(changeOf(begun.draft, base)).toBeNull();
  });

  test('stays over another person’s change', () => {
    const begun = startFrom(base);
    const edited = { ...begun, draft: { ...begun.draft, tor } };
    expect(rebase(edited, { ...base, clientVersion: '28.0', revision: 2 }).draft).toMatchObject({
      ...{ tor, clientVersion: '28.0' },
    });
    const others = { ...tor, proxy: '172.17.0.1:9150' };
    expect(rebase(begun, { ...base, tor: others, revision: 2 }).draft.tor).toEqual(others);
  });
});

describe('the lines of a log that a page keeps', () => {
  test('keep their numbers when older lines are dropped, are bounded, and make a file', () => {
    const first = keep(noLines, [{ line: 'one' }, { notice: 'it stopped' }]);
    const full = keep(first, Array(maxRows).fill({ line: 'more' }));
    expect([full.rows.length, full.gone]).toEqual([maxRows, 2]);
    expect(full.rows[0]).toEqual({ number: 2, text: 'more', isNotice: false });
    expect(keep(full, [{ line: 'last' }]).rows.at(-1)?.number).toBe(maxRows + 2);
    const half = 'x'.repeat(maxCharacters / 2);
    const long = keep(noLines, [{ line: half }, { line: half }, { line: 'y' }]);
    expect([long.gone, ...long.rows.map(({ text }) => text.length)]).toEqual([1, half.length, 1]);
    expect(asFile(first.rows)).toBe('one\n-- it stopped --\n');
  });

  test.each([
    ['nothing', 'abc', '', ''],
    ['a text in another case', 'Tip tIP', 'tip', '0-3 4-7'],
    ['signs that mean something elsewhere', 'a.b*c[d] a.b', 'a.b', '0-3 9-12'],
    ['letters that take two units', '😀 é', 'é', '3-4'],
  ])('are searched for %s', (_what, text, wanted, places) => {
    const found = findAll(text, finderOf(wanted));
    expect(found.map(({ from, to }) => `${from}-${to}`).join(' ')).toBe(places);
  });

  test('are found one after the other, round at both ends', () => {
    const found = rowsWith([{ text: 'tip' }, { text: 'else' }, { text: 'TIP' }], finderOf('tip'));
    expect(found).toEqual([0, 2]);
    expect([nextFound(found, undefined, 1), nextFound(found, 0, 1), nextFound(found, 2, 1)]).toEqual([0, 2, 0]);
    expect([nextFound(found, undefined, -1), nextFound(found, 0, -1), nextFound([], 0, 1)]).toEqual([2, 2, -1]);
  });
});

test('a version has the name of its family', () => {
  for (const client of clients) expect(clientTitles[client]).toBe(clientFamily(client).title);
  expect(versionName({ client: 'bitcoind', clientVersion: '28.1' })).toBe('Bitcoin Core 28.1');
});
