import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { gatherEngineFiles, gatherNodeFiles } from '../../../src/agent/doctor/open-files.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let proc: string;

beforeEach(() => {
  proc = scratchFolder('proc');
});

/** A process as the kernel shows it. */
function runs(pid: number, comm: string, hard: string, capabilities = '000001ffffffffff', namespaced = '') {
  mkdirSync(join(proc, String(pid)));
  const limits = `Limit Soft Limit Hard Limit Units\nMax open files            1024                 ${hard}                files     \n`;
  writeFileSync(join(proc, String(pid), 'comm'), `${comm}\n`);
  writeFileSync(join(proc, String(pid), 'limits'), limits);
  writeFileSync(
    join(proc, String(pid), 'status'),
    `Name:\t${comm}\nNSpid:\t${pid}${namespaced}\nCapEff:\t${capabilities}\n`,
  );
}

test('gatherEngineFiles › reads the hard limit of containerd before that of dockerd', () => {
  runs(10, 'dockerd', '20000');
  runs(11, 'containerd', '300');
  expect(gatherEngineFiles(proc)).toEqual({ limit: 300, mayRaise: true });
});

test('gatherEngineFiles › sees an engine without the privilege to raise limits', () => {
  runs(10, 'dockerd', '20000', '000001fffeffffff');
  expect(gatherEngineFiles(proc)).toEqual({ limit: 20_000, mayRaise: false });
});

test('gatherEngineFiles › takes no process of a container for the engine', () => {
  runs(9, 'containerd', '1', undefined, '\t1');
  expect(gatherEngineFiles(proc)).toBeNull();
  runs(10, 'dockerd', '20000');
  expect(gatherEngineFiles(proc)).toEqual({ limit: 20_000, mayRaise: true });
});

test('gatherEngineFiles › knows nothing of an engine elsewhere', () => {
  runs(1, 'init', '300');
  expect(gatherEngineFiles(proc)).toBeNull();
});

test('gatherNodeFiles › compares the limit of each daemon with its maxconnections', () => {
  runs(20, 'bitcoind', '300');
  runs(21, 'bitcoind', 'unlimited');
  const node = (id: string, value: string) => ({ id, name: id, overrides: [{ key: 'maxconnections', value }] });
  const processes = [20, 21, 22].map((pid) => ({ nodeId: `n${pid}`, pid }));
  expect(gatherNodeFiles(processes, [node('n20', '250'), node('n21', '40')], proc)).toEqual([
    { name: 'n20', limit: 300, required: 410 },
    { name: 'n21', limit: Number.POSITIVE_INFINITY, required: 200 },
  ]);
});
