import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Outbox } from '../src/agent/outbox/outbox.ts';
import { openStore } from '../src/agent/store/database.ts';
import { systemClock } from '../src/timing/clock.ts';
import { type Figure, summarise } from './figures.ts';

const rounds = 9;
const singles = 2000;
const batches = 40;
const event = {
  kind: 'node.answering' as const,
  nodeId: null,
  message: 'something of ordinary length happened here',
};

/**
 * (outbox) Durable events per second, singly and in batches of 100, compared with raw SQLite with the same guarantees
 * and the same bytes.
 */
export function benchOutbox(): Figure[] {
  const rates = { ours: [] as number[], raw: [] as number[], oursBatched: [] as number[], rawBatched: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // Alternating, so that a slow moment of the disk affects both.
    withFolder((folder) => {
      const database = openStore(folder);
      const outbox = new Outbox({ database, executorName: 'bench', clock: systemClock, maxEvents: 1_000_000 });
      rates.ours.push(rate(singles, () => void outbox.record(event)));
      const batch = () =>
        database.transaction(() => {
          for (let index = 0; index < 100; index++) outbox.record(event);
        });
      rates.oursBatched.push(rate(batches, batch) * 100);
      database.close();
    });
    withFolder((folder) => {
      const database = new DatabaseSync(join(folder, 'raw.db'));
      database.exec(
        'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE raw (sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT',
      );
      const insert = database.prepare('INSERT INTO raw (id, body) VALUES (?, ?)');
      const body = 'x'.repeat(230);
      const insertOne = () => void insert.run(crypto.randomUUID(), body);
      rates.raw.push(rate(singles, insertOne));
      const batch = () => {
        database.exec('BEGIN');
        for (let index = 0; index < 100; index++) insertOne();
        database.exec('COMMIT');
      };
      rates.rawBatched.push(rate(batches, batch) * 100);
      database.close();
    });
  }
  return [figure('singly', rates.ours, rates.raw), figure('in batches of 100', rates.oursBatched, rates.rawBatched)];
}

function figure(how: string, ours: number[], raw: number[]): Figure {
  const [measured, floor] = [summarise(ours), summarise(raw)];
  return {
    what: `(outbox) durable events, ${how}`,
    unit: '/s',
    ours: measured,
    peer: { what: 'raw SQLite', summary: floor },
    goal: '≥ 80 % of the peer',
    met: measured.median >= 0.8 * floor.median,
  };
}

function rate(count: number, work: () => void): number {
  const began = performance.now();
  for (let index = 0; index < count; index++) work();
  return count / ((performance.now() - began) / 1000);
}

function withFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync('/var/tmp/satrap-bench-');
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
