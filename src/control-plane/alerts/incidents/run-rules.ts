import type { Network } from '../../../bitcoin/node-config.ts';
import { dropChainAnswers, readChainAnswers } from '../../agents/agent-requests/chain-requests.ts';
import { type KeyText, keyOf, rowsOf, sql, type TenantKey } from '../../platform/database/database.ts';
import type { JobDeps, ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { ruleMark, ruleRun } from '../../tables/incidents.ts';
import { readPolicies } from '../notifications/settings.ts';
import { evaluatePiece, type Piece, type PieceDeps, type Run } from './judge-piece.ts';
import { notifyChanges } from './notify.ts';
import { allExecutors, type FleetNetwork, readExits, readOthers } from './read-facts.ts';
import { RuleMemory } from './rule-memory.ts';
import { dropMarks, readTimed } from './store-incidents.ts';

/** After a longer pause, waits start again. */
const gapMs = 60_000;

/** Judged in one transaction, so that none blocks the process for long. */
const maxExecutors = 100;
const maxMarks = 50_000;

export interface RunRulesDeps extends PieceDeps {
  /** Default: the database's time. */
  now?: Date;
}

/**
 * Evaluates the rules for what changed and what is due: opens, updates and closes incidents. Commits nothing after another
 * replica took over. No change is missed: a mark is committed with its change, facts are read after the marks, and these
 * are deleted when all of them are judged. Time alone changes what the memory or an incident says, and everything is judged
 * after a failed run, by a replica that takes over, and every few minutes.
 */
export async function runRules(deps: RunRulesDeps): Promise<void> {
  const { database, memory, fence, lifecycle } = deps;
  const [clock] = rowsOf<{ now: string }>(await database.execute(sql`SELECT now() AS now`));
  const now = deps.now ?? new Date(clock?.now ?? Date.now());
  const [lastRun] = await database.select().from(ruleRun);
  const afterGap = lastRun === undefined || now.getTime() - lastRun.at.getTime() > gapMs;
  const others = await readOthers(database, now);
  const basis = JSON.stringify([now.toISOString().slice(0, 10), others.releases]);
  // A clock that was set back makes nothing due.
  memory.begin(afterGap || now < lastRun.at || lastRun.runner !== memory.runner, basis, lifecycle);
  const marks = await database.select().from(ruleMark).orderBy(ruleMark.id).limit(maxMarks);
  const policies = await readPolicies(database);
  const { timed, exited, ...found } = await findExecutors(deps, marks, now);
  const run: Run = { now, afterGap, policies, ...found };
  let rest: Omit<Piece, 'executors'> = { others, timed };
  do {
    await evaluatePiece(deps, run, { executors: takePiece(run.queue), ...rest });
    rest = ofNoFurther(rest);
  } while (run.queue.size > 0);
  await database.transaction(async (transaction) => {
    await dropChainAnswers(transaction, run.answers);
    await dropMarks(transaction, marks);
    const last = { runner: memory.runner, at: deps.now ?? sql`now()` };
    await transaction
      .insert(ruleRun)
      .values({ id: 1, ...last })
      .onConflictDoUpdate({ target: ruleRun.id, set: last });
    await fence(transaction);
  });
  memory.end(basis, exited);
}

/** Takes the executors of the next piece from the queue. */
function takePiece(queue: Map<KeyText, TenantKey>): TenantKey[] {
  const executors = [...queue.values().take(maxExecutors)];
  for (const executor of executors) queue.delete(keyOf(executor));
  return executors;
}

/** What belongs to no executor is judged once, with the first piece, except networks, of which each piece compares some. */
const ofNoFurther = ({ others, timed }: Omit<Piece, 'executors'>): Omit<Piece, 'executors'> => ({
  others: {
    releases: others.releases,
    keys: [],
    consumers: [],
    channels: [],
    stoppedRollouts: [],
    stoppedNodeRollouts: [],
    backups: [],
  },
  timed: timed.filter(({ subjectType }) => subjectType === 'network'),
});

/** Finds the executors to judge. */
async function findExecutors(
  { database, memory }: RunRulesDeps,
  marks: readonly (typeof ruleMark.$inferSelect)[],
  now: Date,
) {
  const answers = await readChainAnswers(database);
  const exitsOf = await readExits(database, now);
  const timed = await readTimed(database);
  const byKey = (rows: readonly { organizationId: string; executorId: string | null }[]) =>
    new Map(
      rows.flatMap(({ organizationId, executorId: id }) =>
        id === null ? [] : [[keyOf({ organizationId, id }), { organizationId, id }] as const],
      ),
    );
  const exited = byKey([...exitsOf.values()]);
  const organizations = marks.flatMap(({ organizationId, executorId }) => (executorId === null ? organizationId : []));
  const ofOrganizations = memory.isEmpty ? await allExecutors(database) : await allExecutors(database, organizations);
  const changed = byKey([...marks, ...answers, ...timed]);
  const due = new Map(memory.dueAt(now.getTime()).map((executor) => [keyOf(executor), executor]));
  const queue = new Map([...changed, ...byKey(ofOrganizations), ...due, ...exited, ...memory.exited]);
  const networks = timed.flatMap(({ organizationId, subjectType, subjectId }): FleetNetwork[] =>
    subjectType === 'network' ? [{ organizationId, network: (subjectId.split(':')[0] ?? '') as Network }] : [],
  );
  return { answers, exitsOf, exited, timed, changed, queue, networks, compared: new Set<string>() };
}

export const rulesJob = ({ database, settings, deliveries, lifecycle }: JobDeps): ReplicaJob => {
  const memory = new RuleMemory();
  return {
    what: 'evaluate incident rules',
    everySeconds: 5,
    // Less than what counts as a gap.
    maxEverySeconds: 30,
    run: async (_signal, fence) => {
      const notify: RunRulesDeps['notify'] = (transaction, changes) =>
        notifyChanges(transaction, changes, settings.publicUrl);
      await runRules({ database, fence, lifecycle: lifecycle.table, notify, memory });
      deliveries.wake();
    },
  };
};
