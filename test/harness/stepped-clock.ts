import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file with the offset of an agent's clock in milliseconds. The agent must load `steppedClockImport`. */
export class SteppedClock {
  readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'clock');
    this.step(0);
  }

  get imports(): string[] {
    return [join(import.meta.dirname, 'stepped-clock-preload.ts')];
  }

  get env(): Record<string, string> {
    return { SATRAP_TEST_CLOCK: this.file };
  }

  step(ms: number): void {
    writeFileSync(this.file, String(ms));
  }
}

/** Returns the offset of the clock. */
export const readStep = (file: string): number => Number(readFileSync(file, 'utf8')) || 0;
