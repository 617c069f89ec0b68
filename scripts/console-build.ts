import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const repository = join(import.meta.dirname, '..');

/** What the server puts in place of it, with each answer. */
const noncePlaceholder = 'satrap-nonce';

/** What is smaller is not worth a second file. */
const minCompressedBytes = 1024;

/** Builds the console: the files, their compressed forms, and `files.json`, by which the server knows them. Takes seconds. */
export async function buildConsole(folder = join(repository, 'build/console')): Promise<void> {
  await build({
    configFile: false,
    root: join(repository, 'src/console'),
    // Relative to the page's <base>, which the server sets: a proxy may serve the console under a prefix.
    base: './',
    plugins: [react()],
    resolve: {
      alias: [{ find: /^graphql$/, replacement: join(repository, 'src/console/api/graphql-in-browser.ts') }],
    },
    html: { cspNonce: noncePlaceholder },
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: 'manifest.json',
      assetsInlineLimit: 0,
      // A part that could not be fetched, and is fetched again, would come without its styles.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // All of the first load is one script. In a hundred, their headers alone were a fifth of it, and each was compressed by itself.
              { name: 'frame', tags: ['$initial'], priority: 1 },
              // Likewise what many pages have in common, such as tables.
              { name: 'common', minShareCount: 6 },
            ],
          },
        },
      },
    },
  });
  const files = globSync('**/*.{js,css,html,svg}', { cwd: folder }).toSorted();
  const described = files.map((file) => [file, describe(folder, file)] as const);
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(Object.fromEntries(described), null, 2)}\n`);
}

/** Writes the compressed forms of a file, and returns what the server must know of it. */
function describe(folder: string, file: string): { hash: string; bytes: Record<string, number> } {
  const content = readFileSync(join(folder, file));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const bytes: Record<string, number> = { identity: content.length };
  // The page itself is not the same for any two answers.
  if (content.length >= minCompressedBytes && !file.endsWith('.html')) {
    // A twentieth less than 9 gives, for some seconds more.
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    for (const [encoding, ending, compressed] of [
      ['br', 'br', brotli],
      ['gzip', 'gz', gzipSync(content, { level: 9 })],
    ] as const) {
      writeFileSync(join(folder, `${file}.${ending}`), compressed);
      bytes[encoding] = compressed.length;
    }
  }
  return { hash, bytes };
}
