import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { recent } from '../../../timing/recent.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import type { Caller } from '../../request/caller.ts';

/** Agents are many, and their hosts show when they were last seen. */
const everySeconds = { personal: 60, executor: 3600 };
const maxKeys = 20_000;

type Used = Pick<Caller, 'purpose'> & { credential: { id: string } };

/** Records when and from where keys are used: now and then for each key, and many keys in one statement. */
export class KeyUse {
  readonly #noted = recent<string, number>(maxKeys);
  #unwritten = new Map<string, { id: string; at: string; address: string | null; every: number }>();

  note({ credential: { id }, purpose }: Used, address: string | null, now = performance.now()): void {
    const every = everySeconds[purpose];
    if (now - (this.#noted.get(id) ?? Number.NEGATIVE_INFINITY) < every * 1000) return;
    this.#noted.set(id, now);
    this.#unwritten.set(id, { id, at: new Date().toISOString(), address, every });
  }

  /** Writes the uses since the last call. A failed write is lost: the next use repeats it. */
  async write(database: Database): Promise<void> {
    if (this.#unwritten.size === 0) return;
    const uses = [...this.#unwritten.values()];
    this.#unwritten = new Map();
    // Ordered, so that two replicas that write the same keys do not deadlock.
    await database.execute(sql`
      WITH used AS MATERIALIZED (
        SELECT apikey.id, reported.at, reported.address
        FROM apikey, jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS reported(id text, at timestamptz, address text, every int)
        WHERE apikey.id = reported.id
          AND (apikey.last_request IS NULL OR apikey.last_request < reported.at - make_interval(secs => reported.every))
        ORDER BY apikey.id FOR NO KEY UPDATE OF apikey)
      UPDATE apikey SET last_request = used.at, last_address = used.address FROM used WHERE apikey.id = used.id`);
  }
}

export const keyUseJob = (database: Database, keyUse: KeyUse): PeriodicTask => ({
  what: 'write last uses of API keys',
  everySeconds: 5,
  run: () => keyUse.write(database),
});
