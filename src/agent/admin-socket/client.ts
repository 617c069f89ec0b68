import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { socketPath } from './socket-path.ts';

/** No agent answers on this data directory. */
export class AgentNotRunning extends Error {
  override name = 'AgentNotRunning';
}

const timeoutMs = 10_000;

/** Throws AgentNotRunning, or an Error with the agent's own message. */
export async function queryAgent<T>(dataDir: string, path: string): Promise<T> {
  const query = request({ socketPath: socketPath(dataDir), path, timeout: timeoutMs });
  query.on('timeout', () => query.destroy(new Error('the agent does not answer')));
  query.end();
  let response: IncomingMessage;
  try {
    [response] = (await once(query, 'response')) as [IncomingMessage];
  } catch (error) {
    throw queryError(error, dataDir);
  }
  const body: unknown = JSON.parse(await text(response));
  if (response.statusCode !== 200) {
    throw new Error((body as { error?: string }).error ?? `the agent answered ${response.statusCode}`);
  }
  return body as T;
}

/** Says for people why the agent of a data directory could not be asked. Pure. */
export function queryError(error: unknown, dataDir: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES')
    return new Error(
      `only root and the agent’s own user may ask the agent of ${dataDir}; run this command as one of them`,
    );
  if (code !== 'ENOENT' && code !== 'ECONNREFUSED') return error;
  return new AgentNotRunning(`no agent runs with the data directory ${dataDir} (name another with --data-dir)`);
}
