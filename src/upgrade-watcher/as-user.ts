import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** The agent's user. */
export interface AgentUser {
  uid: number;
  gid: number;
}

/** The owner of the agent's data directory. */
export function userOf(dataDir: string): AgentUser {
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

/**
 * Does something with files of the agent's user as that user, and returns what it returns: a link that the user puts there leads root
 * nowhere. Without root, it is done as it is.
 */
export function asUser<T>({ uid, gid }: AgentUser, work: () => T): T {
  if (process.getuid?.() !== 0 || uid === 0) return work();
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** Runs a program as the agent's user. Throws an Error with what it wrote where it fails. */
export async function runAsUser(
  { uid, gid }: AgentUser,
  program: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [...words], {
    ...(isRoot ? { uid, gid } : {}),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: '/',
    signal,
    killSignal: 'SIGKILL',
  });
  const [said, [code, killedBy]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(said.trim().replace(/^satrap: /, '') || `${program} ended with ${killedBy ?? code}`);
}
