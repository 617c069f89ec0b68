import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ExecaError, execa } from 'execa';
import { HostSetupError } from '../devhost/setup-error.ts';
import { poll } from '../timing/poll.ts';
import { type DemoFolder, readText, writePrivate } from './folder.ts';

const satrap = join(import.meta.dirname, '../../scripts/satrap');
/** This path is in the command line of each of our processes. */
const main = join(import.meta.dirname, '../main.ts');

const stopTimeoutMs = 15_000;

/** Runs a satrap command to its end and returns its output. Throws HostSetupError with its message. */
export async function runSatrap(args: readonly string[]): Promise<string> {
  try {
    return (await execa(satrap, args)).stdout;
  } catch (error) {
    const message = error instanceof ExecaError ? String(error.stderr ?? '') || error.shortMessage : String(error);
    throw new HostSetupError(`“satrap ${args.slice(0, 2).join(' ')}” failed: ${message}`);
  }
}

export type Program = ReturnType<typeof runProgram>;

/** Runs a long-running satrap command in a separate process, with its output in a file. */
export function runProgram(
  folder: DemoFolder,
  name: 'agent' | 'control-plane',
  command: string,
  flags: Readonly<Record<string, string>>,
) {
  const output = openSync(folder.log(name), 'a', 0o600);
  const args = [name, command, ...Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value])];
  // In its own process group: Ctrl-C reaches only the demo, which then stops its programs in order.
  const child = spawn(satrap, args, { detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  writePrivate(folder.pidFile(name), String(child.pid));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    hasEnded,
    /** Throws HostSetupError with the end of its log once it has exited. */
    requireRunning(): void {
      if (!hasEnded()) return;
      const lines = readFileSync(folder.log(name), 'utf8').trim().split('\n').slice(-3).join('\n');
      throw new HostSetupError(`the ${name} exited:\n${lines}`);
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await poll(hasEnded, { withinMs: stopTimeoutMs });
      if (!hasEnded()) child.kill('SIGKILL');
      rmSync(folder.pidFile(name), { force: true });
    },
  };
}

/** Stops the programs that a killed demo left running. */
export async function stopLeftovers(folder: DemoFolder): Promise<void> {
  for (const path of [folder.pidFile('agent'), folder.pidFile('control-plane')]) {
    const pid = Number(readText(path));
    if (isOurs(pid)) {
      process.kill(pid, 'SIGTERM');
      await poll(() => !isOurs(pid), { withinMs: stopTimeoutMs });
    }
    rmSync(path, { force: true });
  }
}

/** Whether a process is ours: after a crash, its number may belong to another process. */
function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(main);
  } catch {
    // No such process.
    return false;
  }
}
