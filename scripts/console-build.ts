import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const repository = join(import.meta.dirname, '..');

/** Placeholder that the server replaces in each response. */
const noncePlaceholder = 'satrap-nonce';

/** Smaller files are not worth a compressed copy. */
const minCompressedBytes = 1024;

/** Builds the console: its files, their compressed copies, and the index `files.json` for the server. Takes seconds. */
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
      // Otherwise a chunk that is fetched again after a failure would lack its styles.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // One script for the first load. As a hundred scripts, headers were a fifth of the size, and each was compressed on its own.
              { name: 'frame', tags: ['$initial'], priority: 1 },
              // The same for code that many pages share, such as tables.
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

/** Writes a file's compressed copies, and returns its entry in the index. */
function describe(folder: string, file: string): { hash: string; bytes: Record<string, number> } {
  const content = readFileSync(join(folder, file));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const bytes: Record<string, number> = { identity: content.length };
  // The page itself differs in every response.
  if (content.length >= minCompressedBytes && !file.endsWith('.html')) {
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
  return { hash, bytes };
}
