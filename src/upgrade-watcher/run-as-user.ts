import { runProgram } from '../agent/upgrade/run-program.ts';
import type { FileOwner } from '../storage/as-user.ts';

/** Runs a program as the agent's user, and waits for no process it leaves behind. Throws an Error with its output. */
export async function runAsUser(user: FileOwner, program: string, words: readonly string[], signal: AbortSignal) {
  const env = { PATH: process.env['PATH'] ?? '' };
  const isRoot = process.getuid?.() === 0;
  const { code, ended, lastWords } = await runProgram(program, words, { env, signal, ...(isRoot ? { user } : {}) });
  if (code === 0) return;
  signal.throwIfAborted();
  throw new Error(lastWords.replace(/^error: /, '') || `${program} exited with ${ended ?? code}`);
}
