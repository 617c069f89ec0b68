import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '../upgrade/json-file.ts';

const shape = z.object({ version: z.string(), imageId: z.string() });

/** The version before the last upgrade of an agent in a container, for a rollback by hand. */
export class FormerImage {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'former.json');
  }

  /** Null before the first upgrade. Throws InvalidUpgradeFile. */
  read(): z.infer<typeof shape> | null {
    return readJsonFile(this.#path, shape);
  }

  write(former: z.infer<typeof shape>): void {
    writeJsonFile(this.#path, shape, former);
  }
}
