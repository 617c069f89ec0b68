import * as z from 'zod';
import type { AlertCode, ChainBranch } from './types.generated.ts';

const gib = z.number().nonnegative();
const text = z.string();
const instant = z.string().meta({ format: 'date-time' });
const height = z.int().nonnegative();
const none = z.object({});
const problem = z.object({ problem: text.describe('The `NodeProblemCode` that the agent reported.') });
const versions = z.array(text).readonly().describe('The first fixed version of each major.');
const client = { client: text, clientVersion: text };
const defect = z.object({ ...client, defect: text.describe('Id of the defect.'), fixedIn: versions });

/** The fields of `ChainBranch` in the API, of which those that are unknown may be missing. */
const branch: z.ZodType<ChainBranch> = z.object({
  ...{ parent: z.int().nullish(), forkHeight: height.nullish(), forkHash: text.nullish(), firstHash: text.nullish() },
  ...{ otherHash: text.nullish(), height, hash: text, chainWork: text.nullish(), blocks: z.int().nullish() },
  ...{ reasons: z.array(text), nodeCount: z.int() },
  nodes: z.array(
    z.object({
      ...{ id: text, name: text, client: z.enum(['bitcoind', 'knots']), clientVersion: text, height },
      ...{ isAnswering: z.boolean(), isSyncing: z.boolean() },
    }),
  ),
});

/**
 * `AlertIncident.data` of each code, which `schema/incidents/` publishes as JSON Schemas. Of a union, the first form is
 * that of the code's own rule.
 */
export const incidentData = {
  executor_offline: z.object({ lastSeenAt: instant }),
  node_failing: none,
  crash_loop: z.object({ exits: z.int().describe('Unexpected exits in the last hour.') }),
  memory_limit: z.union([
    z.object({ memoryMiB: z.number(), memoryLimitMiB: z.number() }),
    z.object({ outOfMemoryAt: instant.describe('When the host killed the daemon.'), memoryLimitMiB: z.number() }),
  ]),
  no_peers: z.union([none, problem]),
  sync_stalled: z.union([z.object({ height, headers: height }), problem]),
  behind_network: z.object({ height, othersHeight: z.number().describe('Height of the organization’s other nodes.') }),
  chain_split: z.object({
    forkHeight: height.nullable().describe('The last block in common; null while it is searched for.'),
    branches: z.array(branch).describe('As `AlertIncident.branches`.'),
  }),
  tip_stale: z.object({ height, bestBlockHash: text }),
  clock_off: problem,
  daemon_warning: problem,
  change_reverted: problem,
  client_end_of_life: z.object({ ...client, endOfLife: z.string().meta({ format: 'date' }).nullable() }),
  client_vulnerable: z.object({ ...client, advisory: text, fixedIn: versions }),
  client_withdrawn: z.object(client),
  client_defect: defect,
  option_unsafe: defect,
  disk_low: z.object({ freeGiB: gib, totalGiB: gib, thresholdPercent: z.number() }),
  disk_filling: z.object({ freeGiB: gib, daysUntilFull: z.number() }),
  key_ends_soon: z.object({ expiresAt: instant }),
  consumer_ends_soon: z.object({ expiresAt: instant }),
  channel_failing: z.union([
    z.object({ failingSince: instant }),
    z.object({ goneAt: instant.describe('When the receiver refused permanently.') }),
  ]),
  agent_outdated: z.union([
    z.object({ version: text, latestVersion: text, channel: text }),
    z.object({ version: text, withdrawnReason: text }),
  ]),
  upgrade_failed: z.object({ version: text, targetVersion: text, state: text, endedAt: instant }),
  backup_overdue: z.object({ lastBackupAt: instant.nullable().describe('Null before the first one.') }),
  rollout_stopped: z.union([
    z.object({ targetVersion: text.describe('Of a rollout of agents.'), reason: text }),
    z.object({ summary: text.describe('Of a rollout of nodes.'), reason: text }),
  ]),
} as const satisfies Record<AlertCode, z.ZodType<Record<string, unknown>>>;

export type IncidentData<C extends AlertCode = AlertCode> = z.infer<(typeof incidentData)[C]>;
