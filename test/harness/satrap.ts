import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { controlPlane } from '../../src/cli/control-plane/command.ts';
import { operatorCommands } from '../../src/cli/operator-commands.ts';
import { builtProgram } from './built-program.ts';
import { compileCache } from './compile-cache.ts';

const source = join(import.meta.dirname, '../../src/main.ts');

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line as a shell would, without a terminal, and waits for its end. */
export async function satrap(
  args: readonly string[],
  env: Record<string, string> = {},
  { input = '' }: { input?: string } = {},
): Promise<Outcome> {
  const { main, compiled } = await programFor(args[0]);
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled, ...env },
  });
  // A command that reads nothing may end before.
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** A bundle that has the command; the sources for what no release has, and for what is no command. */
async function programFor(command: string | undefined): Promise<{ main: string; compiled: string }> {
  if (command === 'agent') return builtProgram('host');
  const isKnown = [controlPlane, ...operatorCommands].some(({ name }) => name === command);
  return isKnown ? builtProgram('control-plane') : { main: source, compiled: compileCache };
}
