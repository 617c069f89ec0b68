import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../../src/bitcoin/check-overrides.ts';
import { confBounds } from '../../../src/bitcoin/conf-file/parse-conf.ts';
import { type ReadConf, readConf } from '../../../src/bitcoin/conf-file/read-conf.ts';
import { renderConfig } from '../../../src/bitcoin/render-config.ts';
import { defaultResources } from '../../../src/bitcoin/resources.ts';
import { publicChallenge } from '../../../src/bitcoin/signet.ts';
import { credentials, template } from '../config.ts';
import { wildFiles } from './wild-files.ts';

const request = { client: 'bitcoind', clientVersion: '31.1' } as const;
const read = (text: string) => readConf(text, request);
const reasonOf = ({ lines }: ReadConf, number = 1) => lines.find((line) => line.number === number)?.reason;

const nodeOf = ({ network, nodeType, overrides }: ReadConf): string =>
  [String(network), nodeType, ...overrides.map(({ key, value }) => `${key}=${value}`)].join(' ');

test('at least sixty files of the wild are in the table', () => {
  expect(wildFiles.length).toBeGreaterThanOrEqual(60);
  expect(new Set(wildFiles.map(({ title }) => title)).size).toBe(wildFiles.length);
});

describe.each(wildFiles)('the file “$title”', ({ text, request, verdicts, node }) => {
  const result = readConf(text, request);

  test('has the expected verdict on every line, and the expected node', () => {
    expect(result.lines.map(({ number }) => number)).toEqual(verdicts.map((_verdict, index) => index + 1));
    expect(result.lines.map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(nodeOf(result)).toBe(node);
  });

  test('has a reason for each line that sets nothing, and a field for each other one', () => {
    for (const { verdict, reason, becomes, text } of result.lines) {
      const sets = verdict === 'kept' || verdict === 'translated';
      expect(becomes.length > 0, text).toBe(sets);
      if (!sets && verdict !== 'no_setting') expect(reason, text).toBeTruthy();
    }
  });

  test('names every override in exactly one line', () => {
    const named = result.lines.flatMap(({ becomes }) => becomes.map(({ field }) => field));
    expect(named.filter((field) => field.startsWith('overrides.')).toSorted()).toEqual(
      result.overrides.map(({ key }) => `overrides.${key}`).toSorted(),
    );
  });

  test('becomes a node that the platform accepts and renders', () => {
    const { network, nodeType, overrides } = result;
    if (network === null) return expect(overrides).toEqual([]);
    const config = { ...request, network, nodeType, overrides, resources: defaultResources(network, nodeType) };
    expect([...checkConfig(config), ...checkOverrides(config, null)]).toEqual([]);
    expect(renderConfig(config, template, credentials)).toContain('[');
  });

  test('means the same with the line breaks and the mark of Windows', () => {
    for (const other of [`\ufeff${text.replaceAll('\n', '\r\n')}`, text.replaceAll('\n', '\r'), text.trimEnd()])
      expect(nodeOf(readConf(other, request))).toBe(node);
  });
});

describe('secrets', () => {
  const secret = 'hunter2';
  test.each([
    `rpcpassword=${secret}`,
    ` rpcpassword = ${secret}`,
    `#rpcpassword=${secret}`,
    `# rpcpassword: ${secret}`,
    `rpcpassword ${secret}`,
    `-rpcpassword=${secret}`,
    `main.rpcpassword=${secret}`,
    `rpcauth=bob:salt$${secret}`,
    `torpassword=${secret}`,
    `torpassword="${secret}"`,
    `blocknotify=curl https://bob:${secret}@localhost/%s`,
    `# old: blocknotify=curl https://bob:${secret}@localhost/%s`,
    `uacomment=x # rpcpassword=${secret}`,
    `[main] rpcpassword=${secret}`,
    `rpcpassword ${secret}=1`,
    `RPCPASSWORD=${secret}`,
  ])('are not in what is shown of “%s”', (line) => {
    const { overrides: _overrides, ...shown } = readConf(line, { ...request, clientVersion: '99.0' });
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test('stay in an override that has one', () => {
    expect(read('torpassword=hunter2').overrides).toEqual([{ key: 'torpassword', value: 'hunter2' }]);
  });
});

test('a line that hides the address of the node says what its loss means', () => {
  expect(reasonOf(read('proxy=tor:9050'))).toMatch(/; without it the node may connect to peers directly$/);
});

test('a proxy on the loopback address is kept with the note that it leads nowhere', () => {
  expect(reasonOf(read('proxy=127.0.0.1:9050'))).toMatch(/^the loopback address is the node’s own container/);
});

test.each([
  ['rest=1', 'REST has no authentication'],
  ['server=0', 'the RPC server is on, because the agent monitors the node through it'],
  ['rpcport=1', 'ports and bindings are assigned by the host’s agent'],
])('%s is dropped for its true reason', (line, reason) => {
  expect(read(line).lines).toMatchObject([{ verdict: 'dropped', reason }]);
});

test('a requested node type takes precedence over that of the file', () => {
  expect(readConf('prune=2000', { ...request, nodeType: 'full' })).toMatchObject({
    nodeType: 'full',
    overrides: [],
    lines: [{ verdict: 'dropped', reason: 'the requested node type is full' }],
  });
});

test('resources of the request decide whether the caches fit', () => {
  const resources = { memoryMiB: 16_384 };
  expect(reasonOf(read('dbcache=4096'))).toMatch(/may run out of memory/);
  expect(reasonOf(readConf('dbcache=4096', { ...request, resources }))).toBeNull();
});

test('a file that leaves txindex out gets the note that a full node has it', () => {
  expect(read('dbcache=100').notes).toEqual([expect.stringContaining('sets no txindex')]);
  expect(read('txindex=0').notes).toEqual([]);
  expect(read('prune=550').notes).toEqual([]);
});

test('more overrides than a node takes are dropped with the reason', () => {
  const { lines, overrides } = read(Array.from({ length: 205 }, (_, index) => `addnode=192.0.2.${index}`).join('\n'));
  expect(overrides).toHaveLength(200);
  expect(lines.slice(200).map(({ verdict, reason }) => [verdict, reason])).toEqual(
    Array(5).fill(['dropped', 'a node has at most 200 overrides']),
  );
});

test('an endless line is dropped, and shown by its beginning', () => {
  const [line] = read(`dbcache=${'1'.repeat(60_000)}`).lines;
  expect(line).toMatchObject({ verdict: 'dropped', reason: 'longer than 4500 characters' });
  expect(line?.text.length).toBeLessThanOrEqual(160);
});

test.each<[string, (index: number) => string]>([
  ['faults', (index) => `whitelist=bad!${index}`],
  ['contradictions', (index) => `uacomment=comment${index}`],
  ['unknown keys', (index) => `abcdefgh${index}=1`],
  ['negations', (index) => `noaddnode=${index % 2}`],
])('a file full of %s has a verdict on every line', (_name, line) => {
  const { lines } = read(Array.from({ length: confBounds.lines }, (_, index) => line(index)).join('\n'));
  expect(lines).toHaveLength(confBounds.lines);
});

describe('a custom signet', () => {
  const verdictsOf = ({ lines }: ReadConf) => lines.map(({ verdict }) => verdict);

  test('is taken over with its seed nodes, from outside and inside of the section', () => {
    const found = read('signet=1\nsignetchallenge=51AB\n[signet]\nsignetseednode=a:1\nsignetseednode=b\n');
    expect(found).toMatchObject({ network: 'signet', signet: { challenge: '51ab', seedNodes: ['a:1', 'b'] } });
    expect(found.lines.flatMap(({ becomes }) => becomes.map(({ field }) => field))).toEqual([
      ...['network', 'signet.challenge', 'signet.seedNodes', 'signet.seedNodes'],
    ]);
  });

  test('with the public challenge is the public signet, which has its own seed nodes', () => {
    const found = read(`signet=1\nsignetchallenge=${publicChallenge}\nsignetseednode=a\n`);
    expect(found).toMatchObject({ network: 'signet', signet: null });
    expect(verdictsOf(found)).toEqual(['translated', 'translated', 'dropped']);
  });

  test.each([
    ['no hexadecimal', 'signetchallenge=xyz'],
    ['a negation', 'nosignetchallenge=1'],
  ])('with %s is no node, because it would follow another chain', (_what, line) => {
    const found = read(`signet=1\n${line}\n`);
    expect(found).toMatchObject({ network: null, signet: null, overrides: [] });
    expect(reasonOf(found, 2)).toMatch(/^signetchallenge (must be a script|cannot be negated)/);
    const requested = readConf(`signet=1\n${line}\n`, { ...request, network: 'signet' });
    expect([requested.network, ...verdictsOf(requested)]).toEqual(['signet', 'translated', 'dropped']);
  });

  test('has one challenge, and seed nodes that are addresses', () => {
    const found = read('signet=1\nsignetchallenge=51\nsignetchallenge=52\nsignetseednode=a b\n');
    expect(found.signet).toEqual({ challenge: '51', seedNodes: [] });
    expect(verdictsOf(found)).toEqual(['translated', 'translated', 'dropped', 'dropped']);
  });

  test('has no effect on another network', () => {
    const found = read('signetchallenge=51\nsignetseednode=a\n');
    expect([found.network, found.signet, ...verdictsOf(found)]).toEqual([
      'mainnet',
      null,
      'without_effect',
      'without_effect',
    ]);
  });
});
