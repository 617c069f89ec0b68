import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod';
import { type LifecycleTable, shippedTable } from '../../bitcoin/clients/lifecycle.ts';
import { clients } from '../../bitcoin/clients/registry.ts';
import { type PublicKey, verifyDigest } from '../../release/minisign.ts';
import { digestOf } from '../../storage/digest.ts';
import { errorMessage } from '../../text/error-message.ts';

const fileName = 'client-lifecycle.json';

const date = z.iso.date();
const release = z.object({
  version: z.string(),
  released: date.optional(),
  offered: z.boolean().optional(),
  withdrawn: z.object({ at: date, reason: z.string(), legacyWalletsOnly: z.boolean().optional() }).optional(),
});
const advisory = z.object({
  id: z.string(),
  severity: z.enum(['low', 'medium', 'high']),
  from: z.string().optional(),
  before: z.string(),
  fixedIn: z.array(z.string()),
  what: z.string(),
  published: date,
  requires: z.enum(['parallel_validation', '32_bit']).optional(),
});
const tableShape = z.object({
  issued: date,
  clients: z.partialRecord(
    z.enum(clients),
    z.object({
      majors: z.array(z.object({ major: z.string(), released: date, endOfLife: date.optional() })),
      releases: z.array(release),
      advisories: z.array(advisory),
      maintainedMajors: z.int().positive().nullable(),
    }),
  ),
});

/** The lifecycle of client versions: the table of this release, or a newer signed one in the data folder. */
export class ClientLifecycle {
  table: LifecycleTable = shippedTable;
  #fault: string | null = null;
  readonly #options: { dataDir: string; keys: readonly PublicKey[]; log: Logger };

  constructor(options: { dataDir: string; keys: readonly PublicKey[]; log: Logger }) {
    this.#options = options;
  }

  /** Reads the signed file again. An unusable file is logged once, and the current table stays. */
  async reload(): Promise<void> {
    const { dataDir, log } = this.#options;
    try {
      const table = await this.#read(join(dataDir, fileName));
      const isNews = table.issued !== this.table.issued;
      this.table = table;
      this.#fault = null;
      if (isNews) log.info({ issued: table.issued }, 'replaced the client lifecycle table');
    } catch (error) {
      const fault = errorMessage(error);
      if (fault !== this.#fault)
        log.warn({ file: fileName, fault }, 'kept the client lifecycle table: the file cannot be used');
      this.#fault = fault;
    }
  }

  async #read(file: string): Promise<LifecycleTable> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return shippedTable;
    verifyDigest(await digestOf(file), await readFile(`${file}.minisig`, 'utf8'), this.#options.keys);
    const table = tableShape.parse(JSON.parse(text)) as LifecycleTable;
    return table.issued > shippedTable.issued ? table : shippedTable;
  }
}

export interface LifecycleDeps {
  lifecycle: Pick<ClientLifecycle, 'table'>;
}
