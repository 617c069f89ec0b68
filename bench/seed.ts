import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles } from '../src/agent/docker/copy/copy-files.ts';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const blockFiles = 8;
const mebibytesEach = 64;
const copies = 5;
const nodesSeeded = 5;

/** (seed) MB/s of a synced copy, compared with `cp --reflink=auto` and `sync` of the same files, alternating. */
export async function benchCopy(): Promise<Figure> {
  const root = mkdtempSync(join(tmpdir(), 'satrap-bench-seed-'));
  try {
    const from = join(root, 'from');
    mkdirSync(join(from, 'blocks'), { recursive: true });
    const megabytes = (blockFiles * mebibytesEach * 2 ** 20) / 1e6;
    for (let file = 0; file < blockFiles; file++) {
      writeFileSync(join(from, `blocks/blk0000${file}.dat`), randomBytes(mebibytesEach * 2 ** 20));
    }
    execFileSync('sync', ['-f', from]);
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < copies; round++) {
      const to = join(root, `ours-${round}`);
      const began = performance.now();
      await copyFiles({
        ...{ from, to, folders: ['blocks'], owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } },
        onProgress: () => undefined,
        signal: new AbortController().signal,
      });
      ours.push(megabytes / ((performance.now() - began) / 1000));
      rmSync(to, { recursive: true });
      const beside = join(root, `cp-${round}`);
      const cpBegan = performance.now();
      execFileSync('cp', ['-r', '--reflink=auto', from, beside]);
      execFileSync('sync', ['-f', beside]);
      peer.push(megabytes / ((performance.now() - cpBegan) / 1000));
      rmSync(beside, { recursive: true });
    }
    const [figure, floor] = [summarise(ours), summarise(peer)];
    return {
      what: '(seed) chain data copied and on the disk',
      unit: 'MB/s',
      ours: figure,
      peer: { what: 'cp --reflink=auto and sync', summary: floor },
      goal: 'median ≥ 80 % of the peer',
      met: figure.median >= 0.8 * floor.median,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * (seed) createNode acknowledged → the node follows the tip, as a copy of a sibling, compared with a node that syncs
 * from the network.
 */
export async function benchSeed({ nodes }: BenchHost): Promise<Figure> {
  const source = await nodes.create('seed-source');
  await nodes.untilPhase(source.id, 'running');
  await nodes.mine(source.id, 100);
  const ours: number[] = [];
  const plain: number[] = [];
  const measure = async (name: string, data: object, times: number[]) => {
    const { id } = await nodes.create(name, data);
    const acknowledged = performance.now();
    await nodes.untilPhase(id, 'running', 120_000);
    times.push(performance.now() - acknowledged);
    await nodes.delete(id);
    await nodes.untilGone(id);
  };
  for (let round = 0; round < nodesSeeded; round++) {
    await measure(`seeded-${round}`, { seedFrom: source.id }, ours);
    await measure(`plain-${round}`, {}, plain);
  }
  await nodes.delete(source.id);
  await nodes.untilGone(source.id);
  const figure = summarise(ours);
  return {
    what: '(seed) createNode acknowledged → follows the tip, as a proven copy of a sibling',
    unit: 'ms',
    ours: figure,
    peer: { what: 'a node that begins with nothing', summary: summarise(plain) },
    goal: 'median ≤ 30,000',
    met: figure.median <= 30_000,
  };
}
