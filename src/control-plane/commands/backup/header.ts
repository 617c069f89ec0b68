import { z } from 'zod';

const value = "(?:MINVALUE|MAXVALUE|'[^'\\\\]*')";

const bounds = new RegExp(`^(?:DEFAULT|FOR VALUES FROM \\(${value}\\) TO \\(${value}\\))$`);

/**
 * Returns whether a text is the bound of a partition as PostgreSQL writes those of our tables. A restore puts it into a statement, maybe as
 * the database's superuser, and anyone may have written the file that it comes from. Pure.
 */
export const isPartitionBound = (text: string): boolean => bounds.test(text);

const qualified = z.object({ schema: z.string(), name: z.string() });

/** A partition. Its indexes and constraints are those of its table. */
const partition = z.object({
  ...qualified.shape,
  parent: qualified,
  /** As in `FOR VALUES …`. */
  bound: z.string().refine(isPartitionBound),
});

export const backupHeader = z.object({
  createdAt: z.iso.datetime(),
  satrapVersion: z.string(),
  /** The migrations that the database has, in their order. */
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
  partitions: z.array(partition),
  sequences: z.array(z.object({ ...qualified.shape, lastValue: z.string() })),
  /** The text of the secret file; undefined in a backup without secrets. */
  secret: z.string().optional(),
});

/** What stands before the tables of a backup. */
export type BackupHeader = z.infer<typeof backupHeader>;
export type BackupPartition = z.infer<typeof partition>;
export type BackupMigration = BackupHeader['migrations'][number];

export const tableStart = z.object({ ...qualified.shape, columns: z.array(z.string()).min(1) });

/** A table that stands on its own, with the columns whose values are kept. A partition belongs to its table. */
export type BackupTable = z.infer<typeof tableStart>;

export const tableEnd = z.object({ rows: z.number().int().min(0) });
