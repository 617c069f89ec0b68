import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Moves the fragments of changes/ into CHANGELOG.md, as a new version on top: `node scripts/changelog.ts VERSION`.

const kinds = ['security', 'added', 'changed', 'fixed'] as const;
type Kind = (typeof kinds)[number];

export interface Fragment {
  file: string;
  kind: Kind;
  text: string;
}

/** Returns the fragments of a folder by file name. Throws for a file that is none, with how to name it. */
export function readFragments(folder: string): Fragment[] {
  return readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .toSorted()
    .map((file) => {
      const kind = kinds.find((each) => new RegExp(`^[a-z0-9-]+\\.${each}\\.md$`).test(file));
      if (kind === undefined)
        throw new Error(`changes/${file} is not a fragment: name it SLUG.KIND.md, with one of ${kinds.join(', ')}`);
      return { file, kind, text: readFileSync(join(folder, file), 'utf8').trim() };
    });
}

/** Returns the section of a version in Markdown: a heading for each kind that has fragments, security first. */
export function changelogSection(version: string, date: string, fragments: readonly Fragment[]): string {
  const groups = kinds.flatMap((kind) => {
    const items = fragments.filter((fragment) => fragment.kind === kind).map(({ text }) => listItem(text));
    return items.length === 0 ? [] : [`### ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n${items.join('\n')}`];
  });
  return [`## ${version} (${date})`, ...groups].join('\n\n');
}

/** Returns the changelog with a section above those that it has. */
export function withSection(changelog: string, section: string): string {
  const first = changelog.indexOf('\n## ');
  const [head, rest] = first < 0 ? [changelog, ''] : [changelog.slice(0, first), changelog.slice(first)];
  return `${head.trimEnd()}\n\n${section}\n${rest}`;
}

function listItem(text: string): string {
  return `- ${text.replaceAll('\n', '\n  ')}`;
}

if (import.meta.main) {
  const version = process.argv[2];
  if (version === undefined || !/^\d+\.\d+\.\d+/.test(version)) {
    console.error('usage: node scripts/changelog.ts VERSION');
    process.exit(2);
  }
  const root = join(import.meta.dirname, '..');
  const fragments = readFragments(join(root, 'changes'));
  const changelog = join(root, 'CHANGELOG.md');
  const section = changelogSection(version, new Date().toISOString().slice(0, 10), fragments);
  writeFileSync(changelog, withSection(readFileSync(changelog, 'utf8'), section));
  for (const { file } of fragments) rmSync(join(root, 'changes', file));
}
