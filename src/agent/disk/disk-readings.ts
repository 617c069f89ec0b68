import type { DiskReading } from '../../storage/disk-trend.ts';
import { readValue, type Store, writeValue } from '../store/database.ts';

export type DiskReadings = ReturnType<typeof diskReadings>;

/**
 * Hourly readings of each disk's free space over the last days, so that a forecast survives a restart of the agent.
 * `onFailure` is called when they cannot be written, which only affects the forecast.
 */
export function diskReadings(database: Store, onFailure: (error: unknown) => void) {
  const stored = JSON.parse(readValue(database, 'disk_readings') ?? '{}');
  const byPath = new Map<string, readonly DiskReading[]>(Object.entries(stored));
  const of = (path: string): readonly DiskReading[] => byPath.get(path) ?? [];
  const write = () => {
    try {
      writeValue(database, 'disk_readings', JSON.stringify(Object.fromEntries(byPath)));
    } catch (error) {
      onFailure(error);
    }
  };
  return {
    of,
    keep(path: string, readings: readonly DiskReading[]): void {
      if (readings === of(path)) return;
      byPath.set(path, readings);
      write();
    },
    keepOnly(paths: readonly string[]): void {
      const gone = [...byPath.keys()].filter((path) => !paths.includes(path));
      if (gone.length === 0 || paths.length === 0) return;
      for (const path of gone) byPath.delete(path);
      write();
    },
  };
}
