import { readMigrationFiles } from 'drizzle-orm/migrator';
import { ZodError, z } from 'zod';
import { migrationsFolder } from '../../platform/database/migrate.ts';
import { type Frame, readFrames, refused } from './frames.ts';

const value = "(?:MINVALUE|MAXVALUE|'[^'\\\\]*')";
const bounds = new RegExp(`^(?:DEFAULT|FOR VALUES FROM \\(${value}\\) TO \\(${value}\\))$`);

/** Whether a text is a partition bound as PostgreSQL writes it. A restore runs it as SQL from an untrusted file. */
export const isPartitionBound = (text: string): boolean => bounds.test(text);

const qualified = z.object({ schema: z.string(), name: z.string() });

const partition = z.object({
  ...qualified.shape,
  parent: qualified,
  bound: z.string().refine(isPartitionBound),
});

const backupHeader = z.object({
  createdAt: z.iso.datetime(),
  satrapVersion: z.string(),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
  partitions: z.array(partition),
  sequences: z.array(z.object({ ...qualified.shape, lastValue: z.string() })),
  secret: z.string().optional(),
  /** Of an export. The command shows its texts. */
  organization: z
    .object({
      id: z.string().regex(/^[\w-]{1,64}$/),
      name: z.string().regex(/^\P{Cc}{1,63}$/u),
      members: z.array(z.object({ email: z.string(), role: z.enum(['owner', 'admin', 'member']) })),
    })
    .optional(),
});

export type BackupHeader = z.infer<typeof backupHeader>;
export type BackupPartition = z.infer<typeof partition>;
export type BackupMigration = BackupHeader['migrations'][number];

export const tableStart = z.object({ ...qualified.shape, columns: z.array(z.string()).min(1) });

export type BackupTable = z.infer<typeof tableStart>;

const tableEnd = z.object({ rows: z.number().int().min(0) });

/** Returns the number of rows that the frame at the end of a table states. */
export const rowsOf = ({ payload }: Frame): number => tableEnd.parse(JSON.parse(payload.toString())).rows;

export interface Total {
  tables: number;
  rows: number;
}

/** Adds the tables and rows of frames that pass to a total. */
export async function* counted(frames: AsyncIterable<Frame>, total: Total): AsyncGenerator<Frame> {
  for await (const frame of frames) {
    if (frame.kind === 'e') {
      total.tables++;
      total.rows += rowsOf(frame);
    }
    yield frame;
  }
}

export async function readHeader(file: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  try {
    for await (const frame of readFrames(file)) {
      const { kind, payload } = frame;
      if (kind === 'h') header = backupHeader.parse(JSON.parse(payload.toString()));
      if (kind === 't') tableStart.parse(JSON.parse(payload.toString()));
      if (kind === 'e') rowsOf(frame);
    }
  } catch (error) {
    if (!(error instanceof ZodError) && !(error instanceof SyntaxError)) throw error;
    throw refused(`${file} is not in this release’s backup format`, error);
  }
  if (header === undefined) throw refused(`${file} is an empty backup`);
  return header;
}

export function requireOwnMigrations(file: string, header: BackupHeader): void {
  const fault = migrationFault(header, readMigrationFiles({ migrationsFolder }));
  if (fault !== undefined) throw refused(`${file} ${fault}`);
}

export function migrationFault(
  { satrapVersion, migrations }: Pick<BackupHeader, 'satrapVersion' | 'migrations'>,
  own: readonly Pick<BackupMigration, 'hash'>[],
): string | undefined {
  const made = `was created by Satrap ${satrapVersion}`;
  const common = Math.min(own.length, migrations.length);
  const differs = own.slice(0, common).some(({ hash }, index) => hash !== migrations[index]?.hash);
  if (differs) return `${made}, whose database differs from this build's; restore it with the build that created it`;
  if (migrations.length > own.length) return `${made}, a later release; install that release or a later one first`;
  if (migrations.length < own.length)
    return `${made}, an earlier release; restore it with that release, then start this one, which migrates it`;
  return undefined;
}
