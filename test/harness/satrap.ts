import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { releasedCommands } from '../../scripts/release/released-program.ts';
import { builtProgram } from './built-program.ts';

const root = join(import.meta.dirname, '../..');

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line like a shell without a terminal, and waits for its exit. */
export async function satrap(
  args: readonly string[],
  env: Record<string, string> = {},
  { input = '', closesOutput = false }: { input?: string; closesOutput?: boolean } = {},
): Promise<Outcome> {
  const { main, compiled } = await programFor(args[0]);
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled, ...env },
  });
  // Long before the program has started.
  if (closesOutput) child.stdout.destroy();
  // A command that reads nothing may exit first.
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr] = await Promise.all([
    closesOutput ? '' : text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, stdout, stderr };
}

/** A bundle with the command; the sources for anything that no release has, and for non-commands. */
async function programFor(command: string | undefined): Promise<{ main: string; compiled: string }> {
  if (command === 'control-plane') return builtProgram('control-plane');
  const isReleased = releasedCommands.some(({ name }) => name === command);
  if (isReleased) return builtProgram('host');
  return { main: join(root, 'src/main.ts'), compiled: join(root, 'node_modules/.satrap-compiled') };
}
