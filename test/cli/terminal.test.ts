import { expect, test } from 'vitest';
import { fitWidths } from '../../src/cli/columns.ts';
import { nodeTable } from '../../src/cli/nodes/show.ts';
import { shownLine, tableLines, when } from '../../src/cli/output.ts';
import { progressBar, progressOn } from '../../src/cli/progress.ts';
import { type Terminal, widthOf } from '../../src/cli/terminal.ts';
import { frame, initialView, press, syncText, type View } from '../../src/cli/top/view.ts';
import { nodeRow } from '../fixtures/api-rows.ts';

const plain = (columns: number): Terminal => ({ columns, style: (_style, text) => text });
const marking: Terminal = { columns: 80, style: (style, text) => `\u001b[${String(style)}m${text}\u001b[0m` };
const noted = (phase: 'running' | 'failing' | 'syncing', name: string, reason: string | null = null) =>
  nodeRow({ id: name, name, status: { ...nodeRow().status, phase, reason }, health: healthOf[phase] });
const healthOf = {
  running: nodeRow().health,
  failing: { state: 'failing', level: 'bad', summary: 'Failing', incidentId: null },
  syncing: { state: 'syncing', level: 'busy', summary: 'Syncing', incidentId: null },
} as const;

test.each([40, 80, 200])(
  'a table of nodes fits %i columns, with names whole and the state with its glyph',
  (columns) => {
    const name = 'a-long-name';
    const rows = [
      ['running', name, ''],
      ['failing', 'b', 'it cannot start: '.repeat(20)],
    ].map(([phase, own, reason]) => noted(phase as 'running', own ?? '', reason));
    const cells = rows.map((row) => [row.name, row.network, row.status.phase, row.status.reason ?? '']);
    const lines = tableLines(['name', 'network', 'phase', 'reason'], cells, ['network'], plain(columns)).map(shownLine);
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    expect(lines[1]).toMatch(/^a-long-name {2}.*● running/);
    expect(lines[2]).toMatch(/^b .*✖ failing {2}it cannot start.*…$/);
    expect(lines.some((line) => line.startsWith('Not shown: network'))).toBe(columns === 40);
  },
);

test('without a terminal nothing is cut, and there are no glyphs', () => {
  const reason = 'it cannot start: '.repeat(20).trim();
  const [, line] = nodeTable([noted('failing', 'a', reason)]).map(shownLine);
  expect(line).toContain(reason);
  expect(line).toMatch(/ failing /);
  expect(line).not.toMatch(/[✖…\p{Cc}]/u);
});

test('foreign and wide text keeps columns aligned; titles are dim, states colored', () => {
  const rows = [
    ['\u001b[2J\u202eevil\u009b', 'failing', 'x'],
    ['日本語🟠', 'running', 'שלום עולם'],
    ['e\u0301', 'stopped', 'z'],
  ];
  const lines = tableLines(['name', 'phase', 'reason'], rows, [], plain(80)).map(shownLine);
  expect(new Set(lines.slice(1).map((line) => widthOf(line.slice(0, line.search(/[✖●○]/)))))).toEqual(new Set([12]));
  const styled = tableLines(['name', 'phase', 'reason'], rows, [], marking).map(shownLine);
  expect(styled[0]).toContain('\u001b[dimmNAME\u001b[0m');
  expect(styled[1]).toContain('\u001b[redm✖ failing\u001b[0m');
  expect(styled.join('').replaceAll(/\p{Cc}\[(dim|red|green|0)m/gu, '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

test('drops columns in order, shortens the widest, and never drops the first', () => {
  expect(fitWidths([10, 10, 10], [], 80)).toEqual([10, 10, 10]);
  expect(fitWidths([10, 10, 60], [1], 50)).toEqual([10, 10, 26]);
  expect(fitWidths([10, 15, 15], [1], 30)).toEqual([10, 0, 15]);
  expect(fitWidths([30, 10, 10], [], 20)).toEqual([30, 0, 0]);
});

test('times are relative on a terminal and exact elsewhere', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(when('2026-11-21T11:55:00Z', plain(80), now)).toBe('5m ago');
  expect(when('2026-11-21T12:05:00Z', plain(80), now)).toBe('in 5m');
  expect(when('2026-11-21T11:55:00Z', plain(Number.POSITIVE_INFINITY), now)).toBe('2026-11-21T11:55:00Z');
});

test('progress has a bar, the rate since the work was first seen, and the time left', () => {
  expect(progressBar(0.63, { at: 0, progress: 0.53 }, 300_000)).toBe('63 % ▇▇▇▇▇▇▁▁▁▁  2.0 %/min  19m left');
  expect(progressBar(0.5, { at: 0, progress: 0.5 }, 0)).toBe('50 % ▇▇▇▇▇▁▁▁▁▁');
});

test('progress is one line of a terminal; elsewhere a line every ten seconds', () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 30, write: (text: string) => written.push(text) };
  let now = 0;
  const show = (isTTY: boolean) => {
    const { report, end } = progressOn({ ...stream, isTTY } as never, () => now);
    for (const progress of [0.1, 0.2, 0.2, 0.3]) report('copying\u001b[2J', { progress: progress });
    now += 11_000;
    report('copying\u001b[2J', { progress: 0.4 });
    end();
    return written.splice(0);
  };
  const onTerminal = show(true);
  expect(onTerminal).toHaveLength(5);
  expect(onTerminal.pop()).toBe('\r\u001b[K');
  for (const text of onTerminal) expect(text).toMatch(/^\r\p{Cc}\[Kcopying [^\p{Cc}]*$/u);
  for (const text of onTerminal) expect(widthOf(text.slice(4))).toBeLessThanOrEqual(29);
  expect(show(false)).toEqual([
    'copying [2J  10 % ▇▁▁▁▁▁▁▁▁▁\n',
    expect.stringMatching(/^copying \[2J {2}40 % ▇▇▇▇▁▁▁▁▁▁ .*left\n$/),
  ]);
});

const fleet = (count: number) => ({
  nodes: [noted('running', 'up'), noted('failing', 'broken', 'no disk'), noted('syncing', 'late')].concat(
    Array.from({ length: count }, (_, index) => noted('running', `n${index}`)),
  ),
  executorCounts: { total: 3, online: 2 },
  notificationCenter: { open: 1 },
});
const screen = (view: View, { rows = 10, columns = 80, count = 0, lost = undefined as string | undefined } = {}) =>
  frame(fleet(count), view, new Map(), { ...plain(columns), rows }, lost);

test.each([40, 80, 200])('top shows failing nodes first, and fills the screen exactly at %i columns', (columns) => {
  const { lines } = screen(initialView, { columns, count: 1000 });
  expect(lines).toHaveLength(10);
  for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
  expect(lines[3]).toMatch(/^broken .*✖ failing/);
  expect(lines[4]).toMatch(/^late .*◐ syncing/);
  if (columns > 40) expect(lines[0]).toContain('1003 nodes  ● running 1001  ✖ failing 1  ◐ syncing 1');
  expect(lines[1]).toContain('1-6 of 1003');
  expect(screen(initialView, { columns, lost: 'unreachable\u001b[2J' }).lines[1]).toBe('unreachable [2J');
});

test('keys scroll, sort, filter by name, show failing nodes, and quit', () => {
  const keys = (...given: (string | { name?: string; sequence?: string; ctrl?: boolean })[]) =>
    given.reduce<View | undefined>(
      (view, key) => view && press(view, typeof key === 'string' ? { name: key, sequence: key } : key, 6),
      initialView,
    );
  expect(keys('q')).toBeUndefined();
  expect(keys('/', 'q', { name: 'c', ctrl: true })).toBeUndefined();
  expect(keys('down', 'pagedown', 'up')?.first).toBe(6);
  expect(screen(keys('end') ?? initialView, { count: 10 }).view.first).toBe(7);
  expect(keys('s')?.sort).toBe('name');
  expect(screen(keys('f') ?? initialView).lines[1]).toBe('1-1 of 1, sorted by problems, only failing');
  const typed = keys('/', 'l', 'A', 'x', 'backspace', { name: 'return' }) ?? initialView;
  expect(typed).toMatchObject({ filter: 'lA', isTyping: false });
  expect(screen(typed).lines[3]).toMatch(/^late /);
  expect(keys('/', 'l', 'escape')?.filter).toBe('');
});

test('a syncing node shows progress and time left, any other its missing blocks', () => {
  const metrics = {
    ...nodeRow().metrics,
    at: '2026-11-21T12:10:00Z',
    verificationProgress: 0.5,
    height: 8,
    headers: 9,
  };
  const node = nodeRow({ metrics: metrics as never });
  expect(syncText(node, new Map())).toBe('50.0%');
  const since = new Map([[node.id, { at: '2026-11-21T12:00:00Z', verificationProgress: 0.4 }]]);
  expect(syncText(node, since)).toBe('50.0% 50m');
  expect(syncText(nodeRow({ metrics: { ...metrics, verificationProgress: 1 } as never }), since)).toBe('-1 block');
  expect(syncText(nodeRow(), since)).toBe('at tip');
});
