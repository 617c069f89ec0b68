import { untilAborted } from '../../timing/until-aborted.ts';
import type { Service } from '../service.ts';
import { type AdminHandlers, serveAdminSocket } from './server.ts';

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
