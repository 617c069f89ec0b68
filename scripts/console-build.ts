import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { anchorOf } from '../docs/.vitepress/anchor.ts';
import { indexFiles } from './index-files.ts';

const repository = join(import.meta.dirname, '..');

/** Placeholder that the server replaces in each response. */
const noncePlaceholder = 'satrap-nonce';

/** Headings of the documentation, for the command palette: each with its page and its address within the site. */
function headingsOf(file: string): string[][] {
  const text = readFileSync(join(repository, 'docs', file), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const headings = [...text.matchAll(/^##? (.+)$/gm)].map(([, heading = '']) => heading.replaceAll(/[`*]/g, ''));
  const [title = '', ...sections] = headings;
  const page = file.replace(/\.md$/, '.html');
  return [[title, 'Documentation', page], ...sections.map((each) => [each, title, `${page}#${anchorOf(each)}`])];
}

const documents: Plugin = {
  name: 'documents',
  resolveId: (id) => (id === 'virtual:documents' ? id : null),
  load: (id) =>
    id === 'virtual:documents'
      ? `export default ${JSON.stringify(globSync('**/*.md', { cwd: join(repository, 'docs') }).flatMap(headingsOf))}`
      : null,
};

/** Adds the styles of the components that are used, in a layer below those of the console: all styles would be 5 % of the first load. */
const mantineStyles: Plugin = {
  name: 'mantine-styles',
  transform: (code, id) => {
    const [, component] = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id) ?? [];
    return component === undefined ? null : `import '@mantine/core/styles/${component}.layer.css';\n${code}`;
  },
};

const operationsFile = join(repository, 'src/client/operations.generated.ts');

/** Makes each of the client's operations a module, which comes with the pages that send it: as one module, all would be 3 % of the first load. */
const operationModules: Plugin = {
  name: 'operation-modules',
  load: (id) => {
    const [file, query] = id.split('?');
    if (file !== operationsFile) return null;
    const [head = '', ...operations] = readFileSync(file, 'utf8').split(/^(?=export const )/m);
    const byName = new Map(operations.map((each) => [/\w+Document\b/.exec(each)?.[0] ?? '', each]));
    if (query === 'class') return head;
    if (query !== undefined) return `import { TypedDocumentString } from '${file}?class';\n${byName.get(query)}`;
    return [...byName.keys()].map((name) => `export { ${name} } from '${file}?${name}';`).join('\n');
  },
};

/** Builds the console: its files, their compressed copies, and the index `files.json` for the server. Takes seconds. */
export async function buildConsole(folder = join(repository, 'build/console')): Promise<void> {
  await build({
    configFile: false,
    root: join(repository, 'src/console'),
    // Relative to the page's <base>, which the server sets: a proxy may serve the console under a prefix.
    base: './',
    plugins: [react(), documents, mantineStyles, operationModules],
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
              // Not in `common`, which the sign-in page then does without. Lists do without forms.
              { name: 'forms', test: /@mantine\/form\// },
              // With what every list needs and few other pages do: as files of their own, they would be mostly headers.
              { name: 'inputs', test: /TextInput|use-input-props|label-text|network-name|NodeCountsDocument/ },
              // The same for code that many pages share, such as tables.
              { name: 'common', minShareCount: 10 },
            ],
          },
        },
      },
    },
  });
  // The page itself differs in every response.
  indexFiles(folder, (file) => !file.endsWith('.html'));
}
