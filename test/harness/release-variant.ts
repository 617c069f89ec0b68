import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { writeArchive } from '../../scripts/release/archive.ts';
import { artifactComment, type SecretKey, signDigest } from '../../scripts/release/sign.ts';
import { digestOf } from '../../src/release/minisign.ts';
import { unpackArchive } from '../../src/upgrade/unpack-archive.ts';
import { archiveName, platform, sha256 } from './release-files.ts';

export interface Variant {
  version: string;
  /** Shell lines at the start of the program; `$*` are its arguments. */
  begin?: string;
  /** Changes a file of the bundle. */
  change?(text: string): string;
  /** An additional migration of the control plane, in SQL. */
  migration?: string;
}

/** An archive as an order describes it. */
export interface VariantArchive {
  version: string;
  /** The path of the archive on this host. */
  file: string;
  sizeBytes: number;
  sha256: string;
  signature: string;
}

/** Builds releases of other versions from one of this checkout into `folder`, uncompressed. */
export async function releaseVariants(
  { folder: source, key }: { folder: string; key: SecretKey },
  folder: string,
  variants: readonly Variant[],
): Promise<VariantArchive[]> {
  const stage = mkdtempSync(join(tmpdir(), 'satrap-variants-'));
  try {
    const root = join(stage, 'program');
    await unpackArchive(join(source, archiveName), root);
    const archives: VariantArchive[] = [];
    for (const variant of variants) archives.push(await makeVariant(root, folder, key, variant));
    return archives;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

/** Returns the files of an unpacked program that differ in a variant, with their text. */
export function variantFiles(root: string, { version, begin = '', change = (text) => text }: Variant) {
  const bundle = readdirSync(join(root, 'lib')).filter((name) => /[.][cm]js$/.test(name));
  const changes: Record<string, (text: string) => string> = {
    'package.json': (text) => JSON.stringify({ ...(JSON.parse(text) as object), version }),
    'bin/satrap': (text) => text.replace('\n', () => `\n${begin}\n`),
    ...Object.fromEntries(bundle.map((name) => [`lib/${name}`, change])),
  };
  return Object.entries(changes)
    .map(([file, changed]) => {
      const before = readFileSync(join(root, file), 'utf8');
      return { file, before, text: changed(before) };
    })
    .filter(({ before, text }) => text !== before);
}

async function makeVariant(root: string, folder: string, key: SecretKey, variant: Variant): Promise<VariantArchive> {
  const { version, migration } = variant;
  const files = variantFiles(root, variant);
  const migrations = join(root, migrationsFolder);
  // Beside the program, so that no archive contains it.
  const kept = `${root}-migrations`;
  cpSync(migrations, kept, { recursive: true });
  try {
    for (const { file, text } of files) writeFileSync(join(root, file), text);
    if (migration !== undefined) addMigration(root, migration);
    const name = `satrap-${version}-${platform}`;
    const file = join(folder, `${name}.tar.gz`);
    await writeArchive(root, file, { name, mtime: new Date('2026-01-01T00:00:00Z'), level: 0 });
    const comment = artifactComment({ version, platform, channel: 'stable', file: basename(file) });
    const signature = signDigest(await digestOf(file), key, comment);
    return { version, file, sizeBytes: statSync(file).size, sha256: sha256(file), signature };
  } finally {
    for (const { file, before } of files) writeFileSync(join(root, file), before);
    rmSync(migrations, { recursive: true });
    renameSync(kept, migrations);
  }
}

const migrationsFolder = 'src/control-plane/platform/database/migrations';

/** As drizzle-kit does. */
function addMigration(root: string, sql: string): void {
  const folder = join(root, migrationsFolder);
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { when: number }[] };
  const last = journal.entries.at(-1);
  const entry = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag: '9999_of_a_variant' };
  writeFileSync(join(folder, '9999_of_a_variant.sql'), sql);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
}
