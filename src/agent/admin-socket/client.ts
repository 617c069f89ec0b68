import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { readText } from '../control-plane/http-connections.ts';
import { socketPath } from './status.ts';

export class AgentNotRunning extends Error {
  override name = 'AgentNotRunning';
}

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024 * 1024;

/** Connects as this process, or with `connection`. Throws AgentNotRunning, or an Error with the agent's own message. */
export async function queryAgent<T>(
  dataDir: string,
  path: string,
  { signal, connection }: { signal?: AbortSignal; connection?(path: string): Socket } = {},
): Promise<T> {
  const socket = socketPath(dataDir);
  const query = request({
    socketPath: socket,
    path,
    timeout: timeoutMs,
    signal,
    ...(connection === undefined ? {} : { createConnection: () => connection(socket) }),
  });
  query.on('timeout', () => query.destroy(new Error('the agent does not respond')));
  query.end();
  const [response] = (await once(query, 'response').catch((error: unknown) => {
    throw queryError(error, dataDir);
  })) as [IncomingMessage];
  const body: unknown = JSON.parse(await readText(response, maxAnswerBytes));
  if (response.statusCode !== 200)
    throw new Error((body as { error?: string }).error ?? `the agent answered ${response.statusCode}`);
  return body as T;
}

/** Explains why the agent of a data directory could not be queried. */
export function queryError(error: unknown, dataDir: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES')
    return new Error(
      `only root and the agent’s user can query the agent of ${dataDir}; run this command as one of them`,
    );
  if (code !== 'ENOENT' && code !== 'ECONNREFUSED') return error;
  return new AgentNotRunning(`no agent is running with the data directory ${dataDir} (change it with --data-dir)`);
}
