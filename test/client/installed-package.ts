import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const programs = join(root, 'node_modules/.bin');
const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, HOME: tmpdir() };

/** Settings of npm by the environment, such as the registry. */
const npmSettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name)));

/** Returns the versions that this repository is tried with, so that a release of somebody else's cannot fail its tests. */
function ownVersions(): Record<string, string> {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const names = Object.keys(read('package.json').dependencies);
  return Object.fromEntries(names.map((name) => [name, read(`node_modules/${name}/package.json`).version]));
}

async function run(cwd: string, command: string, variables: Record<string, string> = {}): Promise<string> {
  const [program = '', ...words] = command.split(' ');
  const options = { cwd, timeout: 300_000, env: { ...npmSettings, ...env, ...variables } };
  return (await promisify(execFile)(program, words, options)).stdout;
}

/**
 * A project of somebody else that installs the package which `npm run pack:client` makes: `npm install` of its tarball in an empty folder, from npm's
 * cache where that has the packages, or from the registry that npm is configured with.
 */
export class InstalledPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'satrap-consumer-'));

  async install(): Promise<void> {
    await run(root, `node scripts/pack-client.ts ${this.folder}`);
    const packed = readdirSync(this.folder).find((name) => name.endsWith('.tgz')) ?? 'no package';
    this.write('package.json', JSON.stringify({ name: 'consumer', type: 'module', overrides: ownVersions() }));
    const install = 'npm install --prefer-offline --ignore-scripts --omit=optional --no-audit --no-fund';
    // With the user's own configuration and cache of npm, as the installation of this repository.
    await run(this.folder, `${install} ${join(this.folder, packed)}`, { HOME: process.env['HOME'] ?? homedir() });
    // A program of TypeScript brings the types of Node by itself.
    for (const name of ['@types/node', 'undici-types']) this.#link(name);
    const compilerOptions = {
      ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false, types: ['node'] },
      allowImportingTsExtensions: true,
    };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Returns the faults that TypeScript finds, as FILE: CODE. */
  async typeFaults(): Promise<string[]> {
    const output = await run(this.folder, 'tsc --project . --pretty false').catch((error: { stdout?: unknown }) =>
      String(error.stdout),
    );
    return [...output.matchAll(/^(\S+?)\(.*?\): error (TS\d+)/gm)].map(([, file, code]) => `${file}: ${code}`);
  }

  /** Returns what the program prints. */
  runProgram(file: string, variables: Record<string, string>): Promise<string> {
    return run(this.folder, `node ${file}`, variables);
  }

  destroy(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #link(name: string): void {
    const link = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    // Another package may have brought it.
    rmSync(link, { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
}
