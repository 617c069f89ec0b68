import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileOwner } from '../storage/as-user.ts';

const maxWords = 16 * 1024;
/** How long to read its last output after its exit, in milliseconds. */
const lastWordsMs = 1000;

/** Runs a program as the agent's user, and waits for no process it leaves behind. Throws an Error with its output. */
export async function runAsUser(
  { uid, gid }: FileOwner,
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
  const said = collectWords(child);
  try {
    const [code, killedBy] = await once(child, 'exit', { signal });
    if (code === 0) return;
    await Promise.race([said.end, delay(lastWordsMs)]);
    throw new Error(said.text().replace(/^satrap: /, '') || `${program} exited with ${killedBy ?? code}`);
  } finally {
    // Processes that hold the other end no longer have a reader.
    child.stderr?.destroy();
  }
}

function collectWords({ stderr }: ChildProcess): { text(): string; end: Promise<void> } {
  let text = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(0, maxWords);
  });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  stderr?.once('close', resolve);
  return { text: () => text.trim(), end };
}
