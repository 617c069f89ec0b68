import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorMessage } from '../../text/error-message.ts';
import type { AgentStatus, NodeExplanation } from './status.ts';

/** What the socket answers. */
export interface LocalAnswers {
  status(): AgentStatus;
  /** By id or name; undefined for an unknown node. */
  explain(node: string): Promise<NodeExplanation | undefined>;
}

const socketPath = (dataDir: string): string => join(dataDir, 'agent.sock');

/** Answers on a unix socket that only the agent's own user can open. */
export async function serveLocally(dataDir: string, answers: LocalAnswers): Promise<Server> {
  const path = socketPath(dataDir);
  // Whoever holds the lock of this directory is the only agent here: a socket that lies there is a dead one's.
  rmSync(path, { force: true });
  const server = createServer((incoming, response) => {
    const answer = async (): Promise<[number, unknown]> => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://agent');
      if (pathname === '/status') return [200, answers.status()];
      const node = searchParams.get('node');
      if (pathname !== '/explain' || node === null) return [404, { error: 'there is /status and /explain?node=' }];
      const explanation = await answers.explain(node);
      return explanation === undefined ? [404, { error: `there is no node ${node} here` }] : [200, explanation];
    };
    answer()
      .catch((error: unknown): [number, unknown] => [500, { error: errorMessage(error) }])
      .then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return server;
}

/** No agent answers on this data directory. */
export class AgentNotRunning extends Error {
  override name = 'AgentNotRunning';
}

/** Throws AgentNotRunning, or an Error with the agent's own words. */
export async function askAgent<T>(dataDir: string, path: string): Promise<T> {
  const asked = request({ socketPath: socketPath(dataDir), path, timeout: 10_000 });
  asked.on('timeout', () => asked.destroy(new Error('the agent does not answer')));
  asked.end();
  let response: IncomingMessage;
  try {
    [response] = (await once(asked, 'response')) as [IncomingMessage];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error;
    throw new AgentNotRunning(`no agent runs with the data directory ${dataDir} (name another with --data-dir)`);
  }
  const body: unknown = JSON.parse(await text(response));
  if (response.statusCode !== 200) {
    throw new Error((body as { error?: string }).error ?? `the agent answered ${response.statusCode}`);
  }
  return body as T;
}
