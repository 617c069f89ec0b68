import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from '../../scripts/release/archive.ts';
import type { SecretKey } from '../../scripts/release/sign.ts';
import { platform } from './release-files.ts';
import { sharedProgram, sharedRelease } from './shared-release.ts';
import { signedArtifact } from './signing-key.ts';

export interface Variant {
  version: string;
  /** Shell lines at the start of the program; `$*` are its arguments. */
  begin?: string;
  change?(text: string): string;
  migration?: string;
  /** The path of an installed Node that runs it. Default: its own, which is most of the archive. */
  node?: string;
}

export type VariantArchive = Awaited<ReturnType<typeof makeVariant>>;

/** Parts that a host without a control plane never uses. The agent's image lacks them as well. */
const server = ['node_modules', 'build', 'schema', 'src', 'lib/control-plane'];

/** Builds releases of other versions from the shared one into `folder`, uncompressed and signed with its key. */
export async function releaseVariants(
  folder: string,
  variants: readonly Variant[],
  { withServer = true }: { withServer?: boolean } = {},
): Promise<VariantArchive[]> {
  const stage = mkdtempSync(join(tmpdir(), 'satrap-variants-'));
  try {
    const { key } = await sharedRelease();
    const root = join(stage, 'program');
    execFileSync('cp', ['-al', await sharedProgram(), root]);
    if (!withServer) for (const part of server) rmSync(join(root, part), { recursive: true });
    const archives: VariantArchive[] = [];
    for (const variant of variants) archives.push(await makeVariant(root, folder, key, variant));
    return archives;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

/** Returns the files of an unpacked program that differ in a variant, with their text. */
export function variantFiles(root: string, { version, begin = '', change = (text) => text, node }: Variant) {
  const bundle = readdirSync(join(root, 'lib')).filter((name) => /[.][cm]js$/.test(name));
  const changes: Record<string, (text: string) => string> = {
    'package.json': (text) => JSON.stringify({ ...(JSON.parse(text) as object), version }),
    'bin/satrap': (text) => text.replace('\n', () => `\n${begin}\n`),
    ...Object.fromEntries(bundle.map((name) => [`lib/${name}`, change])),
  };
  const changed = Object.entries(changes).flatMap(([file, changeText]) => {
    const before = readFileSync(join(root, file), 'utf8');
    const text = changeText(before);
    return text === before ? [] : [{ file, text }];
  });
  return node === undefined ? changed : [...changed, { file: 'bin/node', text: `#!/bin/sh\nexec ${node} "$@"\n` }];
}

async function makeVariant(root: string, folder: string, key: SecretKey, variant: Variant) {
  const { version, migration } = variant;
  const program = `${root}-${version}`;
  execFileSync('cp', ['-al', root, program]);
  for (const { file, text } of variantFiles(root, variant)) replace(join(program, file), text);
  if (migration !== undefined) addMigration(program, migration);
  const name = `satrap-${version}-${platform}`;
  const file = join(folder, `${name}.tar.gz`);
  await writeArchive(program, file, { name, mtime: new Date('2026-01-01T00:00:00Z'), level: 0 });
  return { version, file, ...signedArtifact(readFileSync(file), key, { version, platform }) };
}

/** Replaces a file, without changing the one of other variants that is linked to it. */
function replace(path: string, text: string): void {
  const { mode } = statSync(path);
  rmSync(path);
  writeFileSync(path, text, { mode });
}

const migrationsFolder = 'src/control-plane/platform/database/migrations';

function addMigration(root: string, sql: string): void {
  const folder = join(root, migrationsFolder);
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { when: number }[] };
  const last = journal.entries.at(-1);
  const entry = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag: '9999_of_a_variant' };
  writeFileSync(join(folder, '9999_of_a_variant.sql'), sql);
  replace(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
}
