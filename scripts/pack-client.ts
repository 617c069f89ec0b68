import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Packs the typed client as a separate package with only the dependencies that it imports.
//
//   npm run pack:client [FOLDER]        writes satrap-client-VERSION.tgz; by default into build/

const root = join(import.meta.dirname, '..');
const build = join(root, 'build');
const folder = join(build, 'client-package');
const { version, license, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  license: string;
  dependencies: Record<string, string>;
};
const imported = ['@graphql-typed-document-node/core', 'graphql', 'graphql-request', 'graphql-sse'];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const tsc = join(root, 'node_modules/.bin/tsc');
execFileSync(tsc, ['-p', 'tsconfig.client.json', '--outDir', join(folder, 'dist')], { cwd: root, stdio: 'inherit' });
cpSync(join(root, 'schema/audiences'), join(folder, 'schema'), { recursive: true });
cpSync(join(root, 'schema/webhooks'), join(folder, 'schema/webhooks'), { recursive: true });
for (const shapes of ['schema/incidents', 'schema/events'])
  cpSync(join(root, shapes), join(folder, shapes), { recursive: true });
cpSync(join(root, 'docs/api/client.md'), join(folder, 'README.md'));
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
const manifest = {
  name: '@satrap/client',
  version,
  description: 'Typed client for the GraphQL API of a Satrap control plane',
  license,
  type: 'module',
  sideEffects: false,
  types: './dist/client/index.d.ts',
  exports: {
    '.': { types: './dist/client/index.d.ts', default: './dist/client/index.js' },
    './schema/*': './schema/*',
    './package.json': './package.json',
  },
  files: ['dist', 'schema'],
  engines: { node: '>=20' },
  dependencies: Object.fromEntries(imported.map((name) => [name, dependencies[name]])),
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const destination = process.argv[2] ?? build;
execFileSync('npm', ['pack', '--offline', '--pack-destination', destination], { cwd: folder, stdio: 'inherit' });
