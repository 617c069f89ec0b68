import { z } from 'zod';
import { isConstraintDefinition, isIndexDefinition, isPartitionBound } from './partition-definition.ts';

const qualified = z.object({ schema: z.string(), name: z.string() });

/** A partition, with what it has beyond the table that it is a part of. */
const partition = z.object({
  ...qualified.shape,
  parent: qualified,
  /** As in `FOR VALUES …`. */
  bound: z.string().refine(isPartitionBound),
  indexes: z.array(z.object({ name: z.string(), definition: z.string().refine(isIndexDefinition) })),
  constraints: z.array(z.object({ name: z.string(), definition: z.string().refine(isConstraintDefinition) })),
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
