import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pRetry from 'p-retry';

const timeoutMs = 15_000;

/** Runs a program and returns its output. Throws an Error with its error output. */
export const run = async (program: string, words: readonly string[], timeout = timeoutMs): Promise<string> =>
  (await promisify(execFile)(program, [...words], { timeout, maxBuffer: 16 * 1024 * 1024 })).stdout;

/** Repeats a call while systemd is being upgraded or shut down. A call that times out is not repeated. */
export const steadily = <T>(work: () => Promise<T>): Promise<T> =>
  pRetry(work, {
    retries: 10,
    factor: 1,
    minTimeout: 1000,
    shouldRetry: ({ error }) => (error as { killed?: boolean }).killed !== true,
  });

export const systemctl = (words: readonly string[], timeout?: number): Promise<string> =>
  steadily(() => run('systemctl', words, timeout));
