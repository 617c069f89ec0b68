import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { BuiltFiles } from '../src/control-plane/http/built-files/built-folder.ts';

/** Smaller files are not worth a compressed copy. */
const minCompressedBytes = 1024;

/** Writes the compressed copies of a built folder's files, and the index `files.json` for the server. */
export function indexFiles(folder: string, isCompressed: (file: string) => boolean): void {
  const files = globSync('**/*.{js,css,html,svg,webp}', { cwd: folder }).toSorted();
  const described = files.map((file) => [file, describe(folder, file, isCompressed(file))] as const);
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(Object.fromEntries(described), null, 2)}\n`);
}

/** Writes a file's compressed copies, and returns its entry in the index. */
function describe(folder: string, file: string, isCompressed: boolean): BuiltFiles[string] {
  const content = readFileSync(join(folder, file));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const bytes: Record<string, number> = { identity: content.length };
  if (content.length >= minCompressedBytes && isCompressed) {
    // 5 % smaller than level 9, for a few more seconds.
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    for (const [encoding, ending, compressed] of [
      ['br', 'br', brotli],
      ['gzip', 'gz', gzipSync(content, { level: 9 })],
    ] as const) {
      writeFileSync(join(folder, `${file}.${ending}`), compressed);
      bytes[encoding] = compressed.length;
    }
  }
  const scripts = file.endsWith('.html') ? inlineScripts(content.toString('utf8')) : [];
  return { hash, bytes, ...(scripts.length > 0 && { scripts }) };
}

/** Returns the hashes of a page's inline scripts, as its content security policy lists them. */
const inlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
