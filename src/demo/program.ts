import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HostSetupError } from '../devhost/setup-error.ts';
import type { DemoFolder } from './folder.ts';

const satrap = join(import.meta.dirname, '../../scripts/satrap');
/** What the command line of each of its processes names. */
const main = join(import.meta.dirname, '../main.ts');
const run = promisify(execFile);

/** Runs one of the product's own commands to its end and gives what it printed. Throws HostSetupError with its own words. */
export async function runSatrap(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const { stdout } = await run(satrap, words, { env: { ...process.env, ...env } });
    return stdout;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new HostSetupError(`“satrap ${words.slice(0, 2).join(' ')}” failed: ${said || String(error)}`);
  }
}

/** A long-running command of the product in a process of its own, with its output in a file. */
export class Program {
  readonly name: string;
  readonly #folder: DemoFolder;
  readonly #child: ChildProcess;

  constructor(folder: DemoFolder, name: string, words: readonly string[], env: Record<string, string> = {}) {
    this.name = name;
    this.#folder = folder;
    const output = openSync(folder.log(name), 'a', 0o600);
    this.#child = spawn(satrap, words, {
      // A group of its own: Ctrl-C reaches the demo alone, which then ends its programs in order.
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    writeFileSync(folder.pidFile(name), String(this.#child.pid), { mode: 0o600 });
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Why it ended, from the end of its log. */
  lastWords(): string {
    const lines = readFileSync(this.#folder.log(this.name), 'utf8').trim().split('\n');
    return lines.slice(-3).join('\n');
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    for (let waited = 0; !this.hasEnded && waited < 15_000; waited += 50) await delay(50);
    if (!this.hasEnded) this.#child.kill('SIGKILL');
    rmSync(this.#folder.pidFile(this.name), { force: true });
  }
}

/** Ends a program that an earlier demo left behind when it was killed itself. */
export async function endLeftover(folder: DemoFolder, name: string): Promise<void> {
  const path = folder.pidFile(name);
  if (!folder.has(path)) return;
  const pid = Number(folder.read(path));
  if (isOurs(pid)) {
    process.kill(pid, 'SIGTERM');
    for (let waited = 0; isOurs(pid) && waited < 15_000; waited += 50) await delay(50);
  }
  rmSync(path, { force: true });
}

/** The number may belong to another process by now. */
function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(main);
  } catch {
    // There is no such process.
    return false;
  }
}
