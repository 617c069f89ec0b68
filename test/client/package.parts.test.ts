import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { oldestNode, python } from '../harness/example-programs.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { sharedInhabited } from '../harness/shared-control-plane.ts';

// The package that `npm run pack:client` makes, in a project of somebody else: `npm install` of its tarball in an empty folder, from npm's cache where
// that has the packages, or from the registry that npm is configured with.

const { controlPlane, newNode } = sharedInhabited();
const root = join(import.meta.dirname, '../..');
const folder = sharedFolder('consumer');

const env = { PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`, HOME: tmpdir() };
/** Settings of npm by the environment, such as the registry. */
const npmSettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name)));

async function run(cwd: string, command: string, variables: Record<string, string> = {}): Promise<string> {
  const [program = '', ...words] = command.split(' ');
  const options = { cwd, timeout: 300_000, env: { ...npmSettings, ...env, ...variables } };
  return (await promisify(execFile)(program, words, options)).stdout;
}
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** Returns the versions that this repository is tried with, so that a release of somebody else's cannot fail its tests. */
const ownVersions = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(readJson(root, 'package.json').dependencies).map((name) => [
      name,
      readJson(root, 'node_modules', name, 'package.json').version,
    ]),
  );

// npm may have to fetch the packages.
beforeAll(async () => {
  await run(root, `node scripts/pack-client.ts ${folder}`);
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no package';
  write('package.json', JSON.stringify({ name: 'consumer', type: 'module', overrides: ownVersions() }));
  const install = 'npm install --prefer-offline --ignore-scripts --omit=optional --no-audit --no-fund';
  // With the user's own configuration and cache of npm, as the installation of this repository.
  await run(folder, `${install} ${join(folder, packed)}`, { HOME: process.env['HOME'] ?? homedir() });
  // A program of TypeScript brings the types of Node by itself; another package may have brought them.
  for (const name of ['@types/node', 'undici-types']) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  const compilerOptions = {
    ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false, types: ['node'] },
    allowImportingTsExtensions: true,
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
}, 400_000);

/** Returns the faults that TypeScript finds, as FILE: CODE. */
async function typeFaults(): Promise<string[]> {
  const output = await run(folder, 'tsc --project . --pretty false').catch((error: { stdout?: unknown }) =>
    String(error.stdout),
  );
  return [...output.matchAll(/^(\S+?)\(.*?\): error (TS\d+)/gm)].map(([, file, code]) => `${file}: ${code}`).toSorted();
}

const manual = readFileSync(join(root, 'docs/api/client.md'), 'utf8');
const programs = (language: string) =>
  [...manual.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

const access = () => ({ SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey });

/** Returns what a program of the manual printed, and its exit code. */
const outcome = (command: string) =>
  run(folder, command, access()).then(
    (stdout) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

test('the manual’s programs type-check and run in a project, also on Node 20', async () => {
  const [first = '', tour = ''] = programs('ts');
  expect(first.trim().split('\n').length).toBeLessThanOrEqual(20);
  write('first.ts', first);
  write('tour.ts', tour);
  write('first.py', programs('python')[0] ?? '');
  const faulty = {
    'missing-variable': 'await client.mutate(DeleteNodeDocument);',
    'nullable-field': "console.log((await client.query(NodeDocument, { where: { id: '' } })).node.name);",
    'unknown-entry': 'for await (const { hosts } of client.pages(EventsDocument)) console.log(hosts);',
    'unknown-field': 'console.log((await client.query(NodesDocument)).hosts);',
    'wrong-variable': "await client.query(NodesDocument, { take: 'ten' });",
  };
  const documents = 'DeleteNodeDocument, EventsDocument, NodeDocument, NodesDocument';
  const names = `import { createClient, ${documents} } from '@satrap/client';`;
  const client = "const client = createClient({ url: 'http://127.0.0.1:4100/graphql' });";
  for (const [name, line] of Object.entries(faulty))
    write(`${name}.ts`, `${names}\n${client}\n${line}\nvoid [${documents}];`);
  expect(await typeFaults()).toEqual([
    ...['missing-variable.ts: TS2554', 'nullable-field.ts: TS2531', 'unknown-entry.ts: TS2339'],
    ...['unknown-field.ts: TS2339', 'wrong-variable.ts: TS2322'],
  ]);
  const printed = await run(folder, 'node tour.ts', access());
  expect(printed.split('\n')).toEqual([
    '0 nodes',
    expect.stringMatching(/^an agent can join until 20\d\d-/),
    'refused: Forbidden []',
    'resync',
    '',
  ]);
  await run(folder, 'esbuild first.ts --outfile=first.js --target=node20 --log-level=error');
  expect(await run(folder, `${oldestNode} --version`)).toMatch(/^v20\./);
  const commands = ['node first.ts', `${oldestNode} first.js`, `${python} first.py`];
  for (const command of commands) expect(await outcome(command), command).toEqual({ code: 0, stdout: '' });
  const all = Array.from({ length: 3 }, (_, index) => `node-${index}`);
  for (const name of all) await newNode({ name });
  const stdout = all.map((name) => `${name} on host-1 is pending: no reason reported\n`).join('');
  for (const command of commands) expect(await outcome(command), command).toEqual({ code: 1, stdout });
});

test('a bundle for browsers works with nothing but what a page has', async () => {
  const names = 'createClient, ViewerDocument';
  write('page.js', `import { ${names} } from '@satrap/client'; Object.assign(globalThis, { ${names} });`);
  await run(folder, 'esbuild page.js --bundle --platform=browser --outfile=bundle.js --log-level=error');
  const { AbortController, AbortSignal, DOMException, Headers, TextDecoder, URL, crypto, fetch } = globalThis;
  const page = { AbortController, AbortSignal, DOMException, Headers, TextDecoder, URL, crypto, fetch };
  const context: object = { ...page, clearTimeout, setTimeout };
  runInNewContext(readFileSync(join(folder, 'bundle.js'), 'utf8'), context);
  const { createClient, ViewerDocument } = context as typeof import('../../src/client/index.ts');
  const client = createClient({ url: controlPlane.url, key: controlPlane.personalKey });
  expect((await client.query(ViewerDocument)).viewer?.role).toBe('owner');
});

test('the package holds client, schema and manual, and installs without scripts', () => {
  const files = globSync('**/*.*', { cwd: join(folder, 'node_modules/@satrap/client') });
  const schemas = ['people.graphql', 'executors.graphql', 'sign-in.graphql', 'webhooks/incident.opened.json'];
  expect(files).toEqual(expect.arrayContaining(['dist/client/index.d.ts', ...schemas.map((name) => `schema/${name}`)]));
  const manifest = readJson(folder, 'node_modules/@satrap/client/package.json');
  expect(manifest).toMatchObject({ name: '@satrap/client', engines: { node: '>=20' } });
  expect(manifest.private).toBeUndefined();
  const allowed = /^(dist\/(client|contract|timing)\/|README\.md|package\.json|schema\/)/;
  expect(
    files.filter((file) => !allowed.test(file) || /control-plane|agent/.test(file.replace(/^schema.*/, ''))),
  ).toEqual([]);
  const packages: Record<string, { hasInstallScript?: boolean }> = readJson(
    folder,
    'node_modules/.package-lock.json',
  ).packages;
  expect(Object.keys(packages).toSorted()).toEqual(
    ['@graphql-typed-document-node/core', '@satrap/client', 'graphql', 'graphql-request', 'graphql-sse'].map(
      (name) => `node_modules/${name}`,
    ),
  );
  expect(Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
});
