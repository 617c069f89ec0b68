import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const programs = join(root, 'node_modules/.bin');
const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, HOME: tmpdir() };

/**
 * A project of somebody else that uses the package as `npm pack` makes it: unpacked as npm does, with the packages that its manifest
 * declares and no others.
 */
export class InstalledPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'satrap-consumer-'));

  constructor() {
    const [packed] = JSON.parse(
      this.#run(root, 'npm', ['pack', '--offline', '--json', '--pack-destination', this.folder]),
    );
    const home = join(this.folder, 'node_modules/satrap');
    mkdirSync(home, { recursive: true });
    this.#run(home, 'tar', ['--extract', '--strip-components=1', '--file', join(this.folder, packed.filename)]);
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    // A program of TypeScript brings the types of Node by itself.
    for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) this.#link(name);
    const compilerOptions = {
      ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false, types: ['node'] },
      allowImportingTsExtensions: true,
    };
    this.write('package.json', JSON.stringify({ name: 'consumer', type: 'module' }));
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Returns the faults that TypeScript finds; empty without one. */
  typeCheck(): string {
    try {
      return this.#run(this.folder, 'tsc', ['--project', '.']);
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  }

  /** Returns what the program prints. */
  runProgram(file: string, variables: Record<string, string>): string {
    return this.#run(this.folder, 'node', [file], variables);
  }

  destroy(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #link(name: string): void {
    const link = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }

  #run(cwd: string, program: string, words: string[], variables: Record<string, string> = {}): string {
    return execFileSync(program, words, {
      ...{ cwd, encoding: 'utf8', timeout: 60_000, stdio: ['ignore', 'pipe', 'pipe'] },
      env: { ...env, ...variables },
    }) as string;
  }
}
