import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';
import { InstalledPackage } from './installed-package.ts';

const controlPlane = sharedControlPlane();
const installed = new InstalledPackage();
// npm may have to fetch the packages.
beforeAll(() => installed.install(), 400_000);
afterAll(() => installed.destroy());

const manual = readFileSync(join(import.meta.dirname, '../../docs/api/client.md'), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(manual)?.[1] ?? '';

test('the example of the manual has the right types and runs in a project that installed the package', async () => {
  installed.write('example.ts', example);
  const faulty = {
    'missing-variable': 'await client.mutate(DeleteNodeDocument);',
    'wrong-variable': "await client.query(NodesDocument, { take: 'ten' });",
    'unknown-field': 'console.log((await client.query(NodesDocument)).hosts);',
  };
  const names = "import { createClient, DeleteNodeDocument, NodesDocument } from '@satrap/client';";
  const client = "const client = createClient({ url: 'http://127.0.0.1:4100/graphql' });";
  for (const [name, line] of Object.entries(faulty))
    installed.write(`${name}.ts`, `${names}\n${client}\n${line}\nvoid [DeleteNodeDocument, NodesDocument];`);
  expect((await installed.typeFaults()).toSorted()).toEqual([
    ...['missing-variable.ts: TS2554', 'unknown-field.ts: TS2339', 'wrong-variable.ts: TS2322'],
  ]);
  const { url, personalKey } = controlPlane;
  const printed = await installed.runProgram('example.ts', { SATRAP_URL: url, SATRAP_API_KEY: personalKey });
  expect(printed.split('\n')).toEqual([
    expect.stringMatching(/^an agent can join until 20\d\d-/),
    'refused: Forbidden []',
    '0 nodes',
    '',
  ]);
});

test('the package holds the client, the schema and its manual, and nothing of the servers', () => {
  const folder = join(installed.folder, 'node_modules/@satrap/client');
  const files = globSync('**/*.*', { cwd: folder }).filter((file) => !file.startsWith('schema/'));
  expect(files).toContain('dist/client/index.d.ts');
  expect(files.filter((file) => !/^(dist\/(client|contract|timing)\/|README\.md|package\.json)/.test(file))).toEqual(
    [],
  );
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
