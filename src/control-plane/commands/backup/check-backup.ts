import { readMigrationFiles } from 'drizzle-orm/migrator';
import { ZodError } from 'zod';
import { migrationsFolder } from '../../platform/database/migrations.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { readFrames } from './frames.ts';
import { type BackupHeader, type BackupMigration, backupHeader, tableEnd, tableStart } from './header.ts';

/** Reads a whole backup, and returns its header. Throws ControlPlaneSetupError for a file that is not a complete backup. */
export async function readHeader(file: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  try {
    for await (const { kind, payload } of readFrames(file)) {
      if (kind === 'h') header = backupHeader.parse(JSON.parse(payload.toString()));
      if (kind === 't') tableStart.parse(JSON.parse(payload.toString()));
      if (kind === 'e') tableEnd.parse(JSON.parse(payload.toString()));
    }
  } catch (error) {
    if (!(error instanceof ZodError) && !(error instanceof SyntaxError)) throw error;
    throw new ControlPlaneSetupError(`${file} is not a backup of this release’s format; nothing was changed`, {
      cause: error,
    });
  }
  if (header === undefined) throw new ControlPlaneSetupError(`${file} is an empty backup; nothing was changed`);
  return header;
}

/** Throws ControlPlaneSetupError for a backup that this release cannot restore, with what to do. */
export function requireOwnMigrations(file: string, header: BackupHeader): void {
  const fault = migrationFault(header, ownMigrations());
  if (fault !== undefined) throw new ControlPlaneSetupError(`${file} ${fault}; nothing was changed`);
}

/** The migrations of this release, in their order. */
const ownMigrations = (): BackupMigration[] =>
  readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis }) => ({ hash, createdAt: folderMillis }));

/** Says why this release cannot restore a backup, and what to do; undefined when it can. Pure. */
export function migrationFault(
  { satrapVersion, migrations }: Pick<BackupHeader, 'satrapVersion' | 'migrations'>,
  own: readonly BackupMigration[],
): string | undefined {
  const made = `was made by Satrap ${satrapVersion}`;
  const common = Math.min(own.length, migrations.length);
  const differs = own.slice(0, common).some(({ hash }, index) => hash !== migrations[index]?.hash);
  if (differs) return `${made}, whose database is not that of this build; restore it with the build that made it`;
  if (migrations.length > own.length) return `${made}, a later release; install that release, or a later one, first`;
  if (migrations.length < own.length) {
    return `${made}, an earlier release; restore it with that release, and then start this one, which migrates it`;
  }
  return undefined;
}
