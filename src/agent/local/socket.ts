import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
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
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://agent');
    const answer = async (): Promise<[number, unknown]> => {
      if (pathname === '/status') return [200, answers.status()];
      const node = searchParams.get('node');
      if (pathname !== '/explain' || node === null) return [404, { error: 'there is /status and /explain?node=' }];
      const explanation = await answers.explain(node);
      return explanation === undefined ? [404, { error: `there is no node ${node} here` }] : [200, explanation];
    };
    answer()
      .catch((error: unknown): [number, unknown] => [
        500,
        { error: error instanceof Error ? error.message : String(error) },
      ])
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
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const asked = request({ socketPath: socketPath(dataDir), path, timeout: 10_000 }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
    );
  });
  asked.on('timeout', () => asked.destroy(new Error('the agent does not answer')));
  asked.on('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
        ? new AgentNotRunning(`no agent runs with the data directory ${dataDir} (name another with --data-dir)`)
        : error,
    ),
  );
  asked.end();
  const { status, text } = await promise;
  const body: unknown = JSON.parse(text);
  if (status !== 200) throw new Error((body as { error?: string }).error ?? `the agent answered ${status}`);
  return body as T;
}
