import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { syncFolder } from '../../../storage/private-file.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { ownVersion } from '../../../version.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { nameOf, readMigrations } from './catalog.ts';
import { encodeFrames, type Frame } from './frames.ts';
import { type BackupHeader, type BackupTable, counted, type Total } from './header.ts';

export function requireFree(file: string): void {
  if (existsSync(file)) throw new ControlPlaneSetupError(`${file} already exists; choose another name`);
}

/** Writes a file with mode 600, which gets its name once it is synced. Throws ControlPlaneSetupError. */
export async function writeFrames(file: string, frames: AsyncIterable<Frame>): Promise<Total> {
  const draft = `${file}.partial`;
  const total = { tables: 0, rows: 0 };
  try {
    // Overwrites the rest of an interrupted backup.
    rmSync(draft, { force: true });
    const output = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(Readable.from(encodeFrames(counted(frames, total))), createGzip(), output);
    renameSync(draft, file);
    syncFolder(dirname(resolve(file)));
  } catch (error) {
    rmSync(draft, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || error instanceof ControlPlaneSetupError) throw error;
    throw new ControlPlaneSetupError(
      `could not write ${file} (${code ?? errorMessage(error)}); ${code === 'ENOSPC' ? 'free disk space, or choose another disk' : 'choose another path'}`,
      { cause: error },
    );
  }
  return total;
}

/** The header of a file without tables. Throws ControlPlaneSetupError for a database of something else. */
export async function headerOf(client: ClientBase): Promise<BackupHeader> {
  const migrations = await readMigrations(client);
  if (migrations === undefined)
    throw new ControlPlaneSetupError('this database has no control plane; check DATABASE_URL, or --data');
  const createdAt = new Date().toISOString();
  return { createdAt, satrapVersion: ownVersion(), migrations, partitions: [], sequences: [] };
}

export async function* tableFrames(client: ClientBase, table: BackupTable, condition = 'true'): AsyncGenerator<Frame> {
  const { schema, name } = table;
  yield jsonFrame('t', { schema, name, columns: table.columns });
  const columns = table.columns.map(escapeIdentifier).join(', ');
  // As a query, because COPY does not accept a partitioned table.
  const stream = client.query(copyTo(`COPY (SELECT ${columns} FROM ${nameOf(table)} WHERE ${condition}) TO STDOUT`));
  // The stream may end before it knows its count. In this format, a line feed is the end of a row and nothing else.
  let rows = 0;
  for await (const payload of stream as AsyncIterable<Buffer>) {
    for (let at = payload.indexOf(10); at !== -1; at = payload.indexOf(10, at + 1)) rows++;
    yield { kind: 'd', payload };
  }
  yield jsonFrame('e', { rows });
}

export const jsonFrame = (kind: 'h' | 't' | 'e', content: object): Frame => ({
  kind,
  payload: Buffer.from(JSON.stringify(content)),
});
