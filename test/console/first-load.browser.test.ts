import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

const read = (file: string) => JSON.parse(readFileSync(join(inject('consoleFolder'), file), 'utf8'));
/** More than a file’s own. */
const headerBytes = 1000;

/** All files that the browser fetches for some chunks. */
function filesOf(names: readonly string[], manifest: Readonly<Record<string, Chunk>>, found = new Set<string>()) {
  for (const name of names) {
    const chunk = manifest[name];
    if (chunk === undefined || found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(chunk.imports ?? [], manifest, found);
  }
  return found;
}

test.each([
  ['index.html', 5],
  ['session/sign-in-page.tsx', 10],
  ['pages/nodes/nodes-page.tsx', 10],
  ['pages/node/node-page.tsx', 11],
])('with %s, the first load has at most 250 kB in at most %d files, headers included', (page, maxFiles) => {
  const manifest = read('manifest.json') as Record<string, Chunk>;
  expect(manifest).toMatchObject({ 'style.css': {}, [page]: {} });
  const files = read('files.json') as Record<string, { bytes: Record<string, number> }>;
  const needed = ['index.html', 'favicon.svg', ...filesOf(['index.html', 'style.css', page], manifest)];
  const bytes = needed.map((file) => {
    const { br, identity } = files[file]?.bytes ?? {};
    return (br ?? identity ?? Number.NaN) + headerBytes;
  });
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(250_000);
  expect(needed.length).toBeLessThanOrEqual(maxFiles);
});

test('of Mantine’s styles, the build has those of every component that it uses', () => {
  const classesOf = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
  const built = (ending: string) =>
    globSync(`assets/*.${ending}`, { cwd: inject('consoleFolder') })
      .map((file) => readFileSync(join(inject('consoleFolder'), file), 'utf8'))
      .join('\n');
  const styled = classesOf(readFileSync(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), 'utf8'));
  const used = classesOf(built('js')).intersection(styled);
  expect(used.size).toBeGreaterThan(100);
  expect([...used.difference(classesOf(built('css')))]).toEqual([]);
});
