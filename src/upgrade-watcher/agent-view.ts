import { connect } from 'node:net';
import * as z from 'zod';
import { queryAgent } from '../agent/admin-socket/client.ts';
import { asUser, type FileOwner } from '../storage/as-user.ts';
import type { Round } from './round.ts';

const statusShape = z.object({
  version: z.string(),
  lastSync: z.object({ at: z.string().nullable(), error: z.string().nullable() }),
  engine: z.object({ error: z.string().nullable() }).optional(),
});

/** An agent that takes longer, or answers without an end, does not answer. */
const answerMs = 10_000;

export class AgentView {
  readonly #dataDir: string;
  readonly #user: FileOwner;

  constructor(dataDir: string, user: FileOwner) {
    this.#dataDir = dataDir;
    this.#user = user;
  }

  async status(): Promise<Round['status']> {
    const answer = await queryAgent<unknown>(this.#dataDir, '/status', {
      signal: AbortSignal.timeout(answerMs),
      // The socket may be a link to one that only root may use.
      connection: (path) => asUser(this.#user, () => connect(path)),
    }).catch(() => null);
    const { data } = statusShape.safeParse(answer);
    if (data === undefined) return null;
    const { version, lastSync, engine } = data;
    return { version, syncedAt: lastSync.at, sync: lastSync.error, engine: engine?.error ?? null };
  }
}
