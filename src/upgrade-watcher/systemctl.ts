import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pRetry from 'p-retry';

const timeoutMs = 15_000;

/** Runs a program and returns what it writes. Throws an Error with its words. */
export const run = async (program: string, words: readonly string[], timeout = timeoutMs): Promise<string> =>
  (await promisify(execFile)(program, [...words], { timeout, maxBuffer: 16 * 1024 * 1024 })).stdout;

/**
 * While systemd is upgraded, or is gone before this process in a power cut, it does not answer: no version of the agent is to blame for that,
 * so it is asked again for some seconds. One that takes too long to answer is not.
 */
export const steadily = <T>(work: () => Promise<T>): Promise<T> =>
  pRetry(work, {
    ...{ retries: 10, factor: 1, minTimeout: 1000 },
    shouldRetry: ({ error }) => (error as { killed?: boolean }).killed !== true,
  });

/** Runs systemctl steadily. Throws an Error with its words. */
export const systemctl = (words: readonly string[], timeout?: number): Promise<string> =>
  steadily(() => run('systemctl', words, timeout));
