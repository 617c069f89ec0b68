import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createBackup } from '../../../../src/control-plane/commands/backup/create-backup.ts';
import {
  encodeFrames,
  type Frame,
  type FrameKind,
  readFrames,
} from '../../../../src/control-plane/commands/backup/frames.ts';
import type { BackupHeader, BackupTable } from '../../../../src/control-plane/commands/backup/header.ts';
import { restoreBackup } from '../../../../src/control-plane/commands/backup/restore-backup.ts';
import { initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { clusterPath } from '../../../../src/control-plane/platform/database/embedded/cluster.ts';
import { reachEmbedded } from '../../../../src/control-plane/platform/database/start-embedded.ts';
import {
  type ControlPlaneSettings,
  ControlPlaneSetupError,
  defaultSettings,
} from '../../../../src/control-plane/settings.ts';
import { runCommand } from '../../../../src/devhost/run-command.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { contentsWithoutCopies, databaseContents } from '../../../harness/database-contents.ts';
import { scratchFolder, sharedFolder } from '../../../harness/scratch-folder.ts';
import { makeDatabase } from '../../../harness/server-database.ts';
import { sharedServerDatabase } from '../../../harness/shared-control-plane.ts';

describe('a backup', () => {
  const server = sharedServerDatabase();
  const folder = sharedFolder('backup');
  const file = join(folder, 'backup');
  let settings: ControlPlaneSettings & { databaseUrl: string };
  let made: { rows: number };
  let dataDir: string;

  beforeAll(async () => {
    const { databaseUrl } = server;
    settings = { ...defaultSettings, dataDir: join(folder, 'source'), databaseUrl, production: true };
    await initControlPlane(settings, { email: 'owner@example.com', organization: 'Example' }, quiet);
    made = await createBackup(settings, { file, withSecrets: true }, quiet);
  });
  beforeEach(() => {
    dataDir = scratchFolder('backup');
  });

  /** A new folder with an empty database. */
  const newTarget = async () => {
    const { databaseUrl, drop } = await makeDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    return { dataDir, databaseUrl };
  };

  const refusal = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ControlPlaneSetupError);
    return String(error);
  };
  const expectUntouched = async (databaseUrl: string) => {
    const { sequences, partitions, rules, ...tables } = await databaseContents(databaseUrl);
    expect([sequences, partitions, rules, tables]).toEqual([[], [], [], { migrations: undefined }]);
  };

  test('overwrites no file', async () => {
    const before = readFileSync(file);
    expect(await refusal(createBackup(settings, { file, withSecrets: true }, quiet))).toContain('already exists');
    expect(readFileSync(file)).toEqual(before);
  });

  test('into a missing folder or of an empty database is refused, and leaves no file', async () => {
    const astray = join(folder, 'missing', 'backup');
    expect(await refusal(createBackup(settings, { file: astray, withSecrets: true }, quiet))).toMatch(
      /could not write .*missing.backup \(ENOENT\)/,
    );
    const nothing = { file: join(folder, 'nothing'), withSecrets: false };
    expect(await refusal(createBackup(await newTarget(), nothing, quiet))).toContain(
      'this database has no control plane',
    );
    expect(await refusal(createBackup({ dataDir }, nothing, quiet))).toContain('no database in');
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'source']);
  });

  test('on a disk that becomes full is refused and leaves no file', async () => {
    const disk = join(dataDir, 'disk');
    mkdirSync(disk);
    await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'none', disk]);
    try {
      writeFileSync(join(disk, 'other'), Buffer.alloc(4096));
      expect(await refusal(createBackup(settings, { file: join(disk, 'backup'), withSecrets: true }, quiet))).toMatch(
        /could not write .* \(ENOSPC\); free disk space, or choose another disk/,
      );
      expect(readdirSync(disk)).toEqual(['other']);
    } finally {
      await runCommand('umount', [disk]);
    }
  });

  const hostile = async (change: (frame: Frame) => Frame): Promise<string> => {
    const made = join(folder, 'source', 'server.hostile');
    async function* frames() {
      for await (const frame of readFrames(file)) yield change(frame);
    }
    writeFileSync(made, gzipSync(Buffer.concat(await Array.fromAsync(encodeFrames(frames())))));
    return made;
  };
  const changedJson = (kind: FrameKind, change: (content: BackupHeader & BackupTable) => void) => (frame: Frame) => {
    if (frame.kind !== kind) return frame;
    const content = JSON.parse(frame.payload.toString());
    change(content);
    return { kind, payload: Buffer.from(JSON.stringify(content)) };
  };

  test('that is truncated or forged changes nothing, and runs no injected statement', async () => {
    const target = await newTarget();
    const cut = join(folder, 'source', 'server.cut');
    writeFileSync(cut, readFileSync(file).subarray(0, -100));
    expect(await refusal(restoreBackup(target, cut, quiet))).toContain('is truncated');
    await expectUntouched(target.databaseUrl);
    expect(readdirSync(dataDir)).toEqual([]);
    const partition = (bound: string) =>
      changedJson('h', ({ partitions }) => {
        partitions.push({ schema: 'public', name: 'made_up', parent: { schema: 'public', name: 'event' }, bound });
      });
    const attempts = [
      partition('DEFAULT; CREATE TABLE public.broken_in ()'),
      partition("FOR VALUES FROM (query_to_xml('SELECT 1', true, true, '')) TO ('2')"),
    ];
    for (const attempt of attempts) {
      expect(await refusal(restoreBackup(target, await hostile(attempt), quiet))).toContain('is not in this release');
      await expectUntouched(target.databaseUrl);
    }
    const elsewhere = changedJson('t', (table) => Object.assign(table, { schema: 'pg_catalog', name: 'pg_proc' }));
    expect(await refusal(restoreBackup(target, await hostile(elsewhere), quiet))).toContain('does not have');
    await expectUntouched(target.databaseUrl);
  });

  test('without secrets needs the secret file, and does not touch a database with data', async () => {
    const target = await newTarget();
    const bare = join(dataDir, 'server.backup');
    await createBackup(settings, { file: bare, withSecrets: false }, quiet);
    const folderOf = (name: string) => ({ ...target, dataDir: join(dataDir, name) });
    expect(await refusal(restoreBackup(folderOf('none'), bare, quiet))).toContain(
      'this backup has no secret file; copy',
    );
    const secretIn = (name: string, text: string) => {
      mkdirSync(join(dataDir, name), { mode: 0o700 });
      writeFileSync(join(dataDir, name, 'secret'), text, { mode: 0o600 });
    };
    secretIn('other', 'x'.repeat(43));
    expect(await refusal(restoreBackup(folderOf('other'), bare, quiet))).toContain('does not belong to');
    expect(await refusal(restoreBackup(folderOf('other'), file, quiet))).toContain('is the secret of a control');
    await expectUntouched(target.databaseUrl);
    secretIn('own', readFileSync(join(settings.dataDir, 'secret'), 'utf8'));
    await restoreBackup(folderOf('own'), bare, quiet);
    expect(await contentsWithoutCopies(target.databaseUrl)).toEqual(await contentsWithoutCopies(settings.databaseUrl));
    const before = await databaseContents(target.databaseUrl);
    expect(await refusal(restoreBackup(folderOf('own'), file, quiet))).toContain(
      'the database is not empty; restore into a new',
    );
    expect(await databaseContents(target.databaseUrl)).toEqual(before);
  });

  test('that is taken while rows are written is that of one moment', async () => {
    const target = await newTarget();
    await withConnection(settings.databaseUrl, async (client) => {
      // «organization» is copied before «user», and each transaction writes to both.
      const insert = `WITH o AS (INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1))
        INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1)`;
      await client.query(
        "INSERT INTO organization (id, name, slug) SELECT 'bulk' || n, repeat('x', 1000), 'bulk' || n FROM generate_series(1, 4000) n",
      );
      let count = 0;
      const ended = new AbortController();
      const writing = (async () => {
        while (!ended.signal.aborted) await client.query(insert, [`pair${count++}`]);
      })();
      const busy = join(dataDir, 'server.backup');
      await createBackup(settings, { file: busy, withSecrets: true }, quiet);
      ended.abort();
      await writing;
      await client.query(`DELETE FROM organization WHERE id LIKE 'bulk%' OR id LIKE 'pair%'`);
      await client.query(`DELETE FROM "user" WHERE id LIKE 'pair%'`);
      await restoreBackup({ ...target, dataDir: join(dataDir, 'copy') }, busy, quiet);
      const [restored] = await withConnection(target.databaseUrl, async (copy) => {
        const counts = `SELECT (SELECT count(*)::int FROM organization WHERE id LIKE 'pair%') AS organizations,
          (SELECT count(*)::int FROM "user" WHERE id LIKE 'pair%') AS users`;
        return (await copy.query(counts)).rows;
      });
      expect(restored.users).toBe(restored.organizations);
      expect(count).toBeGreaterThan(restored.users);
    });
  });

  test('that does not fit onto a disk changes nothing, and works once there is room', async () => {
    const disk = join(dataDir, 'disk');
    mkdirSync(disk);
    await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=700', 'none', disk]);
    try {
      const embedded = { dataDir: disk };
      await (await reachEmbedded(disk, quiet))[Symbol.asyncDispose]();
      // Another file leaves too little for the tables.
      const { bavail, bsize } = statfsSync(disk);
      const other = join(disk, 'postgresql', 'other');
      writeFileSync(other, Buffer.alloc(bavail * bsize - 2 ** 20));
      expect(await refusal(restoreBackup(embedded, file, quiet))).toContain(
        'the disk of the database is full; free disk space',
      );
      expect(existsSync(join(disk, 'secret'))).toBe(false);
      expect(existsSync(clusterPath(disk))).toBe(true);
      rmSync(other);
      expect((await restoreBackup(embedded, file, quiet)).rows).toBe(made.rows);
    } finally {
      await runCommand('umount', [disk]);
    }
  });
});
