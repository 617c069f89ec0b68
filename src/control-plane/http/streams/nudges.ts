import type { BusMessage } from '../../platform/bus/message.ts';
import { SetsByKey } from '../../platform/bus/sets-by-key.ts';
import { type Database, type KeyText, keyOf } from '../../platform/database/database.ts';
import type { ExecutorCaller } from '../../request/caller.ts';
import { executorSubscription } from '../../request/operations.ts';
import { executorIdFinder, ownExecutorName, requireSameExecutor } from '../../request/own-executor.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { LiveStream } from '../../request/streams/live-stream.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';
import { currentAgents } from './current-agents.ts';

export interface Nudge {
  executorNudges: { at: string };
}

/** Streams per key and executor; its one agent needs one. */
const maxStreams = 5;

export type Nudges = ReturnType<typeof nudgesTo>;

/**
 * Notifies the agents connected to this process that their executor changed, on whichever replica. Each stream holds at
 * most one nudge. `spreadMs` returns within which time all agents may be nudged.
 */
export function nudgesTo(streams: OpenStreams, spreadMs: () => number) {
  const byExecutor = new SetsByKey<{ nudge(): void; end(): void }, KeyText>();
  return {
    /**
     * Opens a stream, and closes the oldest of too many of this key and executor: its agent has abandoned it. The
     * stream begins with a nudge unless its agent is current.
     */
    listen: (executorId: string, caller: ExecutorCaller, isCurrent: () => Promise<boolean>): LiveStream<Nudge> => {
      let unread: Nudge | undefined;
      const take = () => {
        const nudge = unread;
        unread = undefined;
        return nudge;
      };
      let stream: LiveStream<Nudge> | undefined;
      const nudge = () => {
        unread = { executorNudges: { at: new Date().toISOString() } };
        stream?.wake();
      };
      // Before the stream, which ends at once while the server shuts down.
      const { organizationId, credential } = caller;
      const onEnd = byExecutor.add(keyOf({ organizationId, id: executorId }), { nudge, end: () => stream?.end() });
      stream = streams.open({
        caller,
        take,
        onEnd,
        limits: [{ group: `nudges ${executorId} ${credential.id}`, max: maxStreams, whenFull: 'end-oldest' }],
      });
      // Read only now: a change after this is nudged. If the database does not answer, the heartbeat reports why.
      isCurrent().then((is) => is || nudge(), nudge);
      return stream;
    },
    onMessage: (message: BusMessage) => {
      if (message.kind !== 'nudge' && message.kind !== 'executor-deleted') return;
      const { organizationId, executorId: id } = message;
      for (const { nudge, end } of byExecutor.of(keyOf({ organizationId, id }))) {
        if (message.kind === 'nudge') nudge();
        // The agent reconnects under the executor's new id.
        else end();
      }
    },
    onGap: () => {
      const withinMs = spreadMs();
      for (const { nudge } of byExecutor.all()) setTimeout(nudge, Math.random() * withinMs).unref();
    },
  };
}

export function nudgeResolvers({
  nudges,
  heartbeatDatabase,
}: {
  nudges: Nudges;
  heartbeatDatabase: Database;
}): Resolvers {
  const executorIdOf = executorIdFinder(heartbeatDatabase);
  const isCurrent = currentAgents(heartbeatDatabase);
  return {
    Subscription: {
      executorNudges: executorSubscription(
        async ({ name, knownRevision: revision }, { caller, context: { database } }) => {
          requireSameExecutor(await ownExecutorName(database, caller), name);
          const { organizationId } = caller;
          const executorId = await executorIdOf({ database, organizationId, name });
          return nudges.listen(executorId, caller, async () =>
            revision == null ? false : isCurrent({ organizationId, executorId, revision }),
          );
        },
      ),
    },
  };
}
