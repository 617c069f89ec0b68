import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { errorMessage } from '../../text/error-message.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { Service } from '../loops/service.ts';
import type { AgentHealth } from '../loops/watched-loops.ts';
import type { NodeExplanation } from '../reconcile/explain.ts';
import { type AgentStatus, socketPath } from './status.ts';

export interface AdminHandlers {
  status(): AgentStatus;
  health(): AgentHealth;
  /** By id or name; undefined for an unknown node. */
  explain(node: string): Promise<NodeExplanation | undefined>;
}

interface Response {
  status: number;
  body: unknown;
}

type Route = (query: URLSearchParams, handlers: AdminHandlers) => Response | Promise<Response>;

const ok = (body: unknown): Response => ({ status: 200, body });
const notFound = (error: string): Response => ({ status: 404, body: { error } });

const routes: Readonly<Record<string, Route>> = {
  '/status': (_query, { status }) => ok(status()),
  '/healthz': (_query, { health }) => ok(health()),
  '/explain': async (query, { explain }) => {
    const node = query.get('node');
    if (node === null) return unknownPath;
    const explanation = await explain(node);
    return explanation === undefined ? notFound(`no node ${node} on this host`) : ok(explanation);
  },
};

const unknownPath = notFound('not found; available: /status, /healthz, /explain?node=');

/** Serves a unix socket that only the agent's user can open. */
export async function serveAdminSocket(dataDir: string, handlers: AdminHandlers): Promise<Server> {
  const path = socketPath(dataDir);
  // This process holds the lock of the directory, so an existing socket belongs to a dead agent.
  rmSync(path, { force: true });
  const server = createServer(async (incoming, outgoing) => {
    const { status, body } = await respond(incoming.url ?? '/', handlers);
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(path);
  await once(server, 'listening');
  chmodSync(path, 0o600);
  return server;
}

/** Never throws: an error in the listener would end the agent. */
async function respond(url: string, handlers: AdminHandlers): Promise<Response> {
  try {
    const { pathname, searchParams } = new URL(url, 'http://agent');
    const route = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined;
    return route === undefined ? unknownPath : await route(searchParams, handlers);
  } catch (error) {
    return { status: 500, body: { error: errorMessage(error) } };
  }
}

export class AdminSocket implements Service {
  readonly name = 'admin socket';
  readonly #dataDir: string;
  readonly #handlers: AdminHandlers;

  constructor(dataDir: string, handlers: AdminHandlers) {
    this.#dataDir = dataDir;
    this.#handlers = handlers;
  }

  async run(signal: AbortSignal): Promise<void> {
    const server = await serveAdminSocket(this.#dataDir, this.#handlers);
    await untilAborted(signal);
    server.closeAllConnections();
    server.close();
  }
}
