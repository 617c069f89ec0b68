import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { InstalledPackage } from './installed-package.ts';

let installed: InstalledPackage;
let controlPlane: TestControlPlane;

beforeAll(async () => {
  installed = new InstalledPackage();
  controlPlane = await TestControlPlane.start({ ownProcess: true });
  // npm may have to fetch the packages.
}, 400_000);
afterAll(async () => {
  installed?.destroy();
  await controlPlane?.destroy();
});

const manual = readFileSync(join(import.meta.dirname, '../../docs/api/client.md'), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(manual)?.[1] ?? '';

test('the example of the manual has the right types and runs in a project that installed the package', () => {
  installed.write('example.ts', example);
  expect(installed.typeCheck()).toBe('');
  const printed = installed.runProgram('example.ts', {
    SATRAP_URL: controlPlane.url,
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  expect(printed.split('\n')).toEqual([
    expect.stringMatching(/^an agent can join until 20\d\d-/),
    'refused: Forbidden []',
    '0 nodes',
    '',
  ]);
});

test.each([
  ['a variable that is missing', 'await client.mutate(DeleteNodeDocument);', 'TS2554'],
  ['a variable of a wrong type', "await client.query(NodesDocument, { take: 'ten' });", 'TS2322'],
  ['a field that is not there', 'console.log((await client.query(NodesDocument)).hosts);', 'TS2339'],
])('TypeScript finds %s', (_what, line, fault) => {
  const names = "import { createClient, DeleteNodeDocument, NodesDocument } from '@satrap/client';";
  const client = "const client = createClient({ url: 'http://127.0.0.1:4100/graphql' });";
  installed.write('example.ts', [names, client, line, 'void [DeleteNodeDocument, NodesDocument];'].join('\n'));
  expect(installed.typeCheck()).toContain(fault);
});

test('the package holds the client, the schema and its manual, and nothing of the servers', () => {
  const folder = join(installed.folder, 'node_modules/@satrap/client');
  const files = globSync('**/*.*', { cwd: folder }).filter((file) => !file.startsWith('schema/'));
  expect(files.filter((file) => !/^(dist\/(client|contract|timing)\/|README\.md|package\.json)/.test(file))).toEqual(
    [],
  );
  expect(files).toContain('dist/client/index.d.ts');
  expect(files.filter((file) => /control-plane|agent/.test(file))).toEqual([]);
});

test('the package brings few others, and none runs a script when it is installed', () => {
  const lock = JSON.parse(readFileSync(join(installed.folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  expect(Object.keys(lock.packages).toSorted()).toEqual(
    ['@graphql-typed-document-node/core', '@satrap/client', 'graphql', 'graphql-request', 'graphql-sse'].map(
      (name) => `node_modules/${name}`,
    ),
  );
  expect(Object.values(lock.packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
});
