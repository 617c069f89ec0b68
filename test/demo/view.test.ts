import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { type DemoState, viewLines } from '../../src/demo/view.ts';
import { eventRow, executorRow, nodeRow } from '../fixtures/api-rows.ts';

const link = 'http://127.0.0.1:4100/set-password#token=secret';
const node = nodeRow({ name: 'demo-node', status: { ...nodeRow().status, since: null } });
const state: DemoState = {
  executor: executorRow({ name: 'demo-host', capabilities: { ...executorRow().capabilities, networks: ['regtest'] } }),
  nodes: [node],
  events: [eventRow({ at: '2026-11-21T12:34:56.000Z', level: 'warning', nodeName: 'demo-node' })],
};

const view = (shown: DemoState, width = 200) => viewLines(shown, link, width).map(stripVTControlCharacters);

test('the live view shows the executor, the node and the latest events', () => {
  expect(view(state)).toEqual([
    'Satrap   Ctrl-C ends the demo',
    link,
    '',
    'Host',
    '  demo-host, agent 0.1.0, online; offers bitcoind 28.1, 28.0 on regtest',
    '  free: 1.5 of 2 cores, 2.0 of 4.0 GiB memory, 50.0 of 100.0 GiB disk',
    '',
    'Node',
    '  demo-node: bitcoind 28.1 on regtest, running',
    '  height 3 of 3, 100.00 % verified, peers 1 in 2 out',
    '  RPC 127.0.0.1:18443, P2P port 18444',
    '',
    'Latest events',
    '  12:34:56 ! demo-node: it began',
  ]);
});

test('the live view says what is not there yet, and cuts lines to the width of the terminal, but not the link', () => {
  expect(view({ executor: undefined, nodes: [], events: [] })).toEqual(
    expect.arrayContaining(['  has not reported yet', '  not deployed yet']),
  );
  expect(view(state, 20)).toContain(link);
  expect(view(state, 120).every((line) => line.length <= 120)).toBe(true);
  expect(viewLines(state, link, 20).find((line) => line.includes('free'))).toBe('  free: 1.5 of 2 co…');
});
