import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../../../src/control-plane/http/graphql/body/parse-json.ts';
import { JsonScan, pieceBytes } from '../../../../../src/control-plane/http/graphql/body/scan-json.ts';
import { BulkWork } from '../../../../../src/control-plane/platform/load/bulk-work.ts';
import { Random } from '../../../../harness/random.ts';

function scanned(json: string, chunkBytes = 1000): { text: Buffer; scan: JsonScan } {
  const text = Buffer.from(json);
  const scan = new JsonScan();
  for (let at = 0; at < text.length; at += chunkBytes) scan.add(text.subarray(at, at + chunkBytes));
  scan.end();
  return { text, scan };
}

async function parse(json: string, bulk = new BulkWork()): Promise<unknown> {
  const { text, scan } = scanned(json, 777);
  return await parseJson(text, scan, bulk);
}

test.each([
  ['objects', '[{},{"a":{}}]', 6],
  ['texts that look like values', '["[,,,{","\\",[["]', 3],
  ['the end of a text after a backslash', '["\\\\",1]', 3],
])('%s are counted', (_what, json, values) => {
  expect(scanned(json, 1).scan.values).toBe(values);
});

test('a list or object that is longer than a piece can be divided', () => {
  const json = JSON.stringify({
    before: 1,
    long: Array.from({ length: 10 }, () => 'x'.repeat(pieceBytes / 4)),
    after: [],
  });
  const { scan } = scanned(json);
  expect(scan.root).toMatchObject({ start: 0, end: json.length, isList: false, inner: [{ isList: true }] });
  expect(scan.root?.inner[0]?.cuts.length).toBeGreaterThan(1);
});

describe('a long text is parsed as JSON.parse does', () => {
  const long = 'ü"\\,[{}]'.repeat(pieceBytes / 16);
  test.each<[string, unknown]>([
    ['lists of lists', [[long, [long, [long]]], 1, [long], []]],
    ['objects of objects', { a: { b: long, c: { d: long } }, e: [], f: { g: long } }],
    ['many small values', { a: Array.from({ length: 50_000 }, (_, n) => ({ n })), b: { c: Array(50_000).fill(null) } }],
    ['many members', Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`key ${n}`, n]))],
  ])('%s', async (_what, value) => {
    for (const space of [undefined, 1]) {
      const json = JSON.stringify(value, null, space);
      expect(await parse(json)).toEqual(value);
    }
  });

  test.each([
    ['a member called __proto__', `{"a": ["${'x'.repeat(pieceBytes)}"], "__proto__": {"b": 1}}`],
    ['a long member called __proto__', `{"a": 1, "__proto__": ["${'x'.repeat(pieceBytes)}"]}`],
    [
      'a member that occurs twice',
      `{"a": ["${'x'.repeat(pieceBytes)}"], "a": 2, "b": 3, "b": ["${'y'.repeat(pieceBytes)}"]}`,
    ],
  ])('%s', async (_what, json) => {
    const parsed = await parse(json);
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(json)));
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });

  test('random changes are accepted and refused alike', async () => {
    const random = new Random(7);
    const base = JSON.stringify({ a: [[long, 1, { b: long }], { c: [long], d: {} }], e: long, f: [1, 2, [long]] });
    const signs = ['[', ']', '{', '}', ',', ':', '"', '\\', ' ', '1', ''];
    const structure = [...base.matchAll(/[[\]{},:]/g)].map(({ index }) => index);
    for (let round = 0; round < 300; round++) {
      const at = random.pick(structure);
      const json = base.slice(0, at) + random.pick(signs) + base.slice(at + random.below(2));
      const native = await Promise.try(JSON.parse, json).then(JSON.stringify, () => 'refused');
      const ours = await parse(json).then(JSON.stringify, () => 'refused');
      expect([round, ours === native]).toEqual([round, true]);
    }
  });
});

test('a long text is parsed in slices', async () => {
  let turns = 0;
  const bulk = new BulkWork(
    () => turns * 1000 + performance.now() * 1e6,
    async () => {
      turns++;
    },
  );
  await parse(JSON.stringify(Array.from({ length: 100 }, () => 'x'.repeat(pieceBytes))), bulk);
  expect(turns).toBeGreaterThan(50);
});
