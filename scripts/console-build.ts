import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { indexFiles } from './index-files.ts';

const repository = join(import.meta.dirname, '..');

/** Placeholder that the server replaces in each response. */
const noncePlaceholder = 'satrap-nonce';

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
  // The page itself differs in every response.
  indexFiles(folder, (file) => !file.endsWith('.html'));
}
