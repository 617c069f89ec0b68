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
  workaround: z.string().optional(),
});
const defect = z.object({
  id: z.string(),
  kind: z.enum(['defect', 'unsafe_option']),
  from: z.string(),
  before: z.string(),
  fixedIn: z.array(z.string()),
  what: z.string(),
  workaround: z.string().optional(),
  affects: z.enum(['mainnet', 'private_broadcast_without_proxy']),
});
const tableShape = z.object({
  issued: date,
  clients: z.partialRecord(
    z.enum(clients),
    z.object({
      majors: z.array(z.object({ major: z.string(), released: date, endOfLife: date.optional() })),
      releases: z.array(release),
      advisories: z.array(advisory),
      defects: z.array(defect),
      maintainedMajors: z.int().positive().nullable(),
    }),
  ),
});

/** The lifecycle of client versions: the table of this release, or a newer signed one in the data folder. */
export function clientLifecycle({ dataDir, keys, log }: { dataDir: string; keys: readonly PublicKey[]; log: Logger }) {
  const file = join(dataDir, fileName);
  let fault: string | null = null;
  const read = async (): Promise<LifecycleTable> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return shippedTable;
    verifyDigest(await digestOf(file), await readFile(`${file}.minisig`, 'utf8'), keys);
    const table = tableShape.parse(JSON.parse(text)) as LifecycleTable;
    return table.issued > shippedTable.issued ? table : shippedTable;
  };
  const lifecycle = {
    table: shippedTable,
    /** Reads the signed file again. An unusable file is logged once, and the current table stays. */
    reload: async () => {
      try {
        const table = await read();
        const isNews = table.issued !== lifecycle.table.issued;
        lifecycle.table = table;
        fault = null;
        if (isNews) log.info({ issued: table.issued }, 'replaced the client lifecycle table');
      } catch (error) {
        const before = fault;
        fault = errorMessage(error);
        if (fault !== before)
          log.warn({ file: fileName, fault }, 'kept the client lifecycle table: the file cannot be used');
      }
    },
  };
  return lifecycle;
}

export interface LifecycleDeps {
  lifecycle: { table: LifecycleTable };
}
