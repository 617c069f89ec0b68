import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
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
import {
  type ControlPlaneSettings,
  ControlPlaneSetupError,
  defaultSettings,
} from '../../../../src/control-plane/settings.ts';
import { runCommand } from '../../../../src/devhost/run-command.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { contentsWithoutCopies, databaseContents } from '../../../harness/database-contents.ts';
import { makeDatabase, makeMigratedDatabase } from '../../../harness/server-database.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'satrap-backup-'));

describe('a backup', () => {
  let folder: string;
  let settings: ControlPlaneSettings & { databaseUrl: string };
  let file: string;
  let drop: () => Promise<void>;
  let empty: Awaited<ReturnType<typeof makeDatabase>>;
  let target: { dataDir: string; databaseUrl: string };

  beforeAll(async () => {
    folder = newFolder();
    const made = await makeMigratedDatabase(inject('postgresUrl'));
    drop = made.drop;
    const dataDir = join(folder, 'source');
    settings = { ...defaultSettings, dataDir, databaseUrl: made.databaseUrl, production: true };
    await initControlPlane(settings, { email: 'owner@example.com', organization: 'Example' }, quiet);
    file = join(folder, 'backup');
    await createBackup(settings, { file, withSecrets: true }, quiet);
  });
  afterAll(async () => {
    await drop?.();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    empty = await makeDatabase(inject('postgresUrl'));
    target = { dataDir: newFolder(), databaseUrl: empty.databaseUrl };
  });
  afterEach(async () => {
    await empty.drop();
    rmSync(target.dataDir, { recursive: true });
  });

  const refusal = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ControlPlaneSetupError);
    return String(error);
  };
  const expectUntouched = async () => {
    const { sequences, partitions, rules, ...tables } = await databaseContents(target.databaseUrl);
    expect([sequences, partitions, rules, tables]).toEqual([[], [], [], { migrations: undefined }]);
  };

  test('overwrites no file', async () => {
    const before = readFileSync(file);
    expect(await refusal(createBackup(settings, { file, withSecrets: true }, quiet))).toContain('already exists');
    expect(readFileSync(file)).toEqual(before);
  });

  test('into a folder that does not exist, or of a database that holds nothing, is refused and leaves no file', async () => {
    const astray = join(folder, 'missing', 'backup');
    expect(await refusal(createBackup(settings, { file: astray, withSecrets: true }, quiet))).toMatch(
      /could not write .*missing.backup \(ENOENT\)/,
    );
    const nothing = { file: join(folder, 'nothing'), withSecrets: false };
    expect(await refusal(createBackup(target, nothing, quiet))).toContain('this database has no control plane');
    const noDatabase = { dataDir: target.dataDir };
    expect(await refusal(createBackup(noDatabase, nothing, quiet))).toContain('no database in');
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'source']);
  });

  test('on a disk that becomes full is refused and leaves no file', async () => {
    const disk = join(target.dataDir, 'disk');
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

  test('that is truncated, or that somebody made up, changes nothing, runs no statement of its own, and writes into no table of PostgreSQL', async () => {
    const cut = join(folder, 'source', 'server.cut');
    writeFileSync(cut, readFileSync(file).subarray(0, -100));
    expect(await refusal(restoreBackup(target, cut, quiet))).toContain('is truncated');
    await expectUntouched();
    expect(readdirSync(target.dataDir)).toEqual([]);
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
      await expectUntouched();
    }
    const elsewhere = changedJson('t', (table) => Object.assign(table, { schema: 'pg_catalog', name: 'pg_proc' }));
    expect(await refusal(restoreBackup(target, await hostile(elsewhere), quiet))).toContain('does not have');
    await expectUntouched();
  });

  test('leaves a database that is not empty as it is', async () => {
    await restoreBackup(target, file, quiet);
    const before = await databaseContents(target.databaseUrl);
    expect(await refusal(restoreBackup(target, file, quiet))).toContain(
      'the database is not empty; restore into a new',
    );
    expect(await databaseContents(target.databaseUrl)).toEqual(before);
  });

  test('without secrets needs the secret file of its control plane', async () => {
    const bare = join(target.dataDir, 'server.backup');
    await createBackup(settings, { file: bare, withSecrets: false }, quiet);
    const { dataDir } = target;
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
    await expectUntouched();
    secretIn('own', readFileSync(join(settings.dataDir, 'secret'), 'utf8'));
    await restoreBackup(folderOf('own'), bare, quiet);
    expect(await contentsWithoutCopies(target.databaseUrl)).toEqual(await contentsWithoutCopies(settings.databaseUrl));
  });

  test('that is taken while rows are written is that of one moment', async () => {
    await withConnection(settings.databaseUrl, async (client) => {
      // «organization» is copied before «user», and each transaction writes to both.
      const insert = `WITH o AS (INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1))
        INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1)`;
      await client.query(
        "INSERT INTO organization (id, name, slug) SELECT 'bulk' || n, repeat('x', 1000), 'bulk' || n FROM generate_series(1, 10000) n",
      );
      let count = 0;
      const ended = new AbortController();
      const writing = (async () => {
        while (!ended.signal.aborted) await client.query(insert, [`pair${count++}`]);
      })();
      const busy = join(target.dataDir, 'server.backup');
      await createBackup(settings, { file: busy, withSecrets: true }, quiet);
      ended.abort();
      await writing;
      await client.query(`DELETE FROM organization WHERE id LIKE 'bulk%' OR id LIKE 'pair%'`);
      await client.query(`DELETE FROM "user" WHERE id LIKE 'pair%'`);
      await restoreBackup({ ...target, dataDir: join(target.dataDir, 'copy') }, busy, quiet);
      const [restored] = await withConnection(target.databaseUrl, async (copy) => {
        const counts = `SELECT (SELECT count(*)::int FROM organization WHERE id LIKE 'pair%') AS organizations,
          (SELECT count(*)::int FROM "user" WHERE id LIKE 'pair%') AS users`;
        return (await copy.query(counts)).rows;
      });
      expect(restored.users).toBe(restored.organizations);
      expect(count).toBeGreaterThan(restored.users);
    });
  });

  test('that does not fit onto a disk changes nothing, and is restored once there is room', async () => {
    const big = join(target.dataDir, 'server.backup');
    await withConnection(settings.databaseUrl, async (client) => {
      await client.query(
        `INSERT INTO organization (id, name, slug) SELECT 'bulk' || n,
           (SELECT string_agg(md5((n * 100 + m)::text), '') FROM generate_series(1, 60) m), 'bulk' || n FROM generate_series(1, 15000) n`,
      );
      await createBackup(settings, { file: big, withSecrets: true }, quiet);
      await client.query("DELETE FROM organization WHERE id LIKE 'bulk%'");
    });
    const disk = join(target.dataDir, 'disk');
    mkdirSync(disk);
    await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=80m,mode=700', 'none', disk]);
    try {
      const embedded = { dataDir: disk };
      expect(await refusal(restoreBackup(embedded, big, quiet))).toContain(
        'the disk of the database is full; free disk space',
      );
      expect(existsSync(join(disk, 'secret'))).toBe(false);
      expect(existsSync(clusterPath(disk))).toBe(true);
      await runCommand('mount', ['-o', 'remount,size=400m', disk]);
      expect((await restoreBackup(embedded, big, quiet)).rows).toBeGreaterThan(15_000);
    } finally {
      await runCommand('umount', [disk]);
    }
  });
});
