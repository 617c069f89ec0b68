import type { DiskReading } from '../../storage/disk-trend.ts';
import type { Store } from '../store/database.ts';
import { readValue, writeValue } from '../store/identity-table.ts';

/** Hourly readings of each disk's free space over the last days, so that a forecast survives a restart of the agent. */
export class DiskReadings {
  readonly #database: Store;
  readonly #onFailure: (error: unknown) => void;
  readonly #byPath: Map<string, readonly DiskReading[]>;

  /** `onFailure` is called when they cannot be written, which only affects the forecast. */
  constructor(database: Store, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#byPath = new Map(Object.entries(JSON.parse(readValue(database, 'disk_readings') ?? '{}')));
  }

  of(path: string): readonly DiskReading[] {
    return this.#byPath.get(path) ?? [];
  }

  keep(path: string, readings: readonly DiskReading[]): void {
    if (readings === this.of(path)) return;
    this.#byPath.set(path, readings);
    this.#write();
  }

  keepOnly(paths: readonly string[]): void {
    const gone = [...this.#byPath.keys()].filter((path) => !paths.includes(path));
    if (gone.length === 0 || paths.length === 0) return;
    for (const path of gone) this.#byPath.delete(path);
    this.#write();
  }

  #write(): void {
    try {
      writeValue(this.#database, 'disk_readings', JSON.stringify(Object.fromEntries(this.#byPath)));
    } catch (error) {
      this.#onFailure(error);
    }
  }
}
