import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file with the offset of an agent's clock in milliseconds. The agent loads this module before its own. */
export class SteppedClock {
  readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'clock');
    this.step(0);
  }

  get imports(): string[] {
    return [import.meta.filename];
  }

  get env(): Record<string, string> {
    return { SATRAP_TEST_CLOCK: this.file };
  }

  step(ms: number): void {
    writeFileSync(this.file, String(ms));
  }
}

const shifting = process.env['SATRAP_TEST_CLOCK'];
if (shifting !== undefined) {
  const realNow = Date.now;
  let step = 0;
  const read = () => {
    step = Number(readFileSync(shifting, 'utf8')) || 0;
  };
  read();
  setInterval(read, 50).unref();
  globalThis.Date = new Proxy(Date, {
    construct: (target, words, self) =>
      Reflect.construct(target, words.length === 0 ? [realNow() + step] : words, self) as Date,
    get: (target, name) => (name === 'now' ? () => realNow() + step : Reflect.get(target, name)),
  });
}
