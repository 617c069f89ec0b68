import type { NodeLogChunk } from '../../../contract/types.generated.ts';
import { and, type Database, eq, hasKey, sql } from '../../platform/database/database.ts';
import { forbidden } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { memberSubscription } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { LiveStream } from '../../request/streams/live-stream.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';
import { agentRequest } from '../../tables/agent-requests.ts';
import { executor } from '../../tables/executors.ts';
import type { AgentAnswers } from './agent-answers.ts';
import { takeChunk } from './chunks.ts';
import { isAwaited, maxFollowHours, unwatchedSeconds } from './limits.ts';

interface LogReaderDeps {
  streams: OpenStreams;
  answers: AgentAnswers;
}

const watchEveryMs = (unwatchedSeconds * 1000) / 3;
const maxReadersOfCredential = 20;

/** Streams a followed log to its newest reader, whose pace slows the agent down. Throws `limit_reached`. */
function readLog(
  { streams, answers }: LogReaderDeps,
  { database, caller, requestId }: { database: Database; caller: PersonalCaller; requestId: string },
): LiveStream<{ nodeLog: NodeLogChunk }> {
  let isOnline = true;
  let notice: string | null = null;
  const { credential } = caller;
  const stream = streams.open<{ nodeLog: NodeLogChunk }>({
    caller,
    take: async () => {
      if (notice !== null) {
        const nodeLog = { sequence: null, lines: [], dropped: 0, notice };
        notice = null;
        return { nodeLog };
      }
      const chunk = await takeChunk(database, { organizationId: caller.organizationId, id: requestId });
      return chunk && { nodeLog: chunk };
    },
    onEnd: () => {
      clearInterval(timer);
      listening[Symbol.dispose]();
    },
    limits: [
      { group: `log ${requestId}`, max: 1, whenFull: 'end-oldest' },
      { group: `logs ${credential.type} ${credential.id}`, max: maxReadersOfCredential, whenFull: 'refuse' },
    ],
  });
  const look = async () => {
    const watched = await watch(database, caller, requestId);
    if (watched === undefined) return stream.end();
    if (watched.isOnline !== isOnline)
      notice = watched.isOnline
        ? `${watched.executorName} is online again`
        : `${watched.executorName} is offline; the log continues when it reconnects`;
    isOnline = watched.isOnline;
    // In case a message was lost.
    stream.wake();
  };
  // While the database is unavailable there is nothing to read.
  const timer = setInterval(() => void look().catch(() => undefined), watchEveryMs).unref();
  const listening = answers.listen(requestId, () => stream.wake());
  return stream;
}

/** Keeps a followed log from expiring. Returns undefined once it has ended. */
async function watch(database: Database, { organizationId }: PersonalCaller, requestId: string) {
  const until = sql`least(now() + make_interval(secs => ${unwatchedSeconds}),
    ${agentRequest.createdAt} + make_interval(hours => ${maxFollowHours}))`;
  const [row] = await database
    .update(agentRequest)
    .set({ awaitedUntil: until, expiresAt: until })
    .from(executor)
    .where(
      and(
        hasKey(agentRequest, organizationId, requestId),
        eq(agentRequest.kind, 'follow_log'),
        hasKey(executor, agentRequest.organizationId, agentRequest.executorId),
        isAwaited,
      ),
    )
    .returning({ isOnline: executor.online, executorName: executor.name });
  return row;
}

export const readLogResolvers = (deps: LogReaderDeps): Resolvers => ({
  Subscription: {
    nodeLog: memberSubscription(async ({ where: { id: requestId } }, { caller, context: { database } }) => {
      const watched = isUuid(requestId) ? await watch(database, caller, requestId) : undefined;
      if (watched === undefined) throw forbidden('This log has ended; open another request.');
      return readLog(deps, { database, caller, requestId });
    }),
  },
});
