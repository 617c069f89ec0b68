import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { errorMessage } from '../../text/error-message.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { AgentHealth, Service } from '../loops/watched-loops.ts';
import type { NodeExplanation } from '../reconcile/explain.ts';
import { type AgentStatus, socketPath } from './status.ts';

export interface AdminHandlers {
  status(): AgentStatus;
  health(): AgentHealth;
  /** By id or name; undefined for an unknown node. */
  explain(node: string): Promise<NodeExplanation | undefined>;
}

export interface Answer {
  status: number;
  type: string;
  text: string;
}

type Page = (query: URLSearchParams) => Answer | undefined | Promise<Answer | undefined>;

export const json = (body: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: `${JSON.stringify(body)}\n`,
});

/** Builds a server of pages, not yet listening. `available`: the pages, for the answer to all other paths. */
export function pageServer(pages: Readonly<Record<string, Page>>, available: string): Server {
  const answer = async ({ method = '', url = '/' }: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(url, 'http://agent');
    const isPage = ['GET', 'HEAD'].includes(method) && Object.hasOwn(pages, pathname);
    const page = isPage ? await pages[pathname]?.(searchParams) : undefined;
    return page ?? json({ error: `not found; available: ${available}` }, 404);
  };
  return createServer(async (incoming, outgoing) => {
    // An error in the listener would end the agent.
    const { status, type, text } = await answer(incoming).catch((error: unknown) =>
      json({ error: errorMessage(error) }, 500),
    );
    outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  });
}

export async function serveUntilAborted(server: Server, signal: AbortSignal): Promise<void> {
  await untilAborted(signal);
  server.closeAllConnections();
  server.close();
}

/** Serves a unix socket that only the agent's user can open. */
export async function serveAdminSocket(dataDir: string, handlers: AdminHandlers): Promise<Server> {
  const { status, health, explain } = handlers;
  const path = socketPath(dataDir);
  // This process holds the lock of the directory, so an existing socket belongs to a dead agent.
  rmSync(path, { force: true });
  const pages: Record<string, Page> = {
    '/status': () => json(status()),
    '/healthz': () => json(health()),
    '/explain': async (query) => {
      const node = query.get('node');
      if (node === null) return undefined;
      const explanation = await explain(node);
      return explanation === undefined ? json({ error: `no node ${node} on this host` }, 404) : json(explanation);
    },
  };
  const server = pageServer(pages, '/status, /healthz, /explain?node=');
  server.listen(path);
  await once(server, 'listening');
  chmodSync(path, 0o600);
  return server;
}

export const adminSocket = (dataDir: string, handlers: AdminHandlers): Service => ({
  name: 'admin socket',
  run: async (signal) => serveUntilAborted(await serveAdminSocket(dataDir, handlers), signal),
});
