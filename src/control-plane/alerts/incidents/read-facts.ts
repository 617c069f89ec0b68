import type { Database } from '../../platform/database/database.ts';
import { and, between, desc, eq, gt, isNotNull, isNull, or, sql } from '../../platform/database/drizzle.ts';
import { apikey } from '../../tables/accounts.ts';
import { executor } from '../../tables/executors.ts';
import { executorWatch } from '../../tables/incidents.ts';
import { executorRelease, executorUpgrade } from '../../tables/releases.ts';
import { upgradeRollout } from '../../tables/rollouts.ts';
import { thresholdBounds } from '../../tables/thresholds.ts';
import { webhookEndpoint } from '../../tables/webhooks.ts';
import { readNodes } from './read-nodes.ts';
import type { EndpointFacts, ExecutorFacts, Facts, KeyFacts, RolloutFacts, UpgradeFacts } from './rules/facts.ts';

const dayMs = 24 * 3_600_000;
/** A key that ended longer ago is no news. */
const endedKeyDays = 7;
/** An upgrade that failed longer ago is no news either. */
const failedUpgradeDays = 7;

/** Reads all that rules judge, of every organization, in as many statements as there are kinds of facts. */
export async function readFacts(database: Database, now: Date): Promise<Facts> {
  return {
    executors: await readExecutors(database, now),
    nodes: await readNodes(database, now),
    keys: await readKeys(database, now),
    endpoints: await readEndpoints(database),
    releases: await database
      .select({
        ...{ version: executorRelease.version, channel: executorRelease.channel },
        ...{ createdAt: executorRelease.createdAt, withdrawnReason: executorRelease.withdrawnReason },
      })
      .from(executorRelease),
    stoppedRollouts: await readStoppedRollouts(database, now),
  };
}

async function readStoppedRollouts(database: Database, now: Date): Promise<RolloutFacts[]> {
  const { id, organizationId, targetVersion, reason, state, updatedAt } = upgradeRollout;
  const rows = await database
    .select({ id, organizationId, targetVersion, reason })
    .from(upgradeRollout)
    .where(and(eq(state, 'stopped'), gt(updatedAt, new Date(now.getTime() - failedUpgradeDays * dayMs))));
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }));
}

/** Reads the upgrade of each executor that was asked for last. */
async function readUpgrades(database: Database, now: Date): Promise<Map<string, UpgradeFacts>> {
  const rows = await database
    .selectDistinctOn([executorUpgrade.executorId], {
      executorId: executorUpgrade.executorId,
      fromVersion: executorUpgrade.fromVersion,
      targetVersion: executorUpgrade.targetVersion,
      state: executorUpgrade.state,
      reason: executorUpgrade.reason,
      endedAt: executorUpgrade.endedAt,
    })
    .from(executorUpgrade)
    .where(gt(executorUpgrade.requestedAt, new Date(now.getTime() - failedUpgradeDays * dayMs)))
    .orderBy(executorUpgrade.executorId, desc(executorUpgrade.requestedAt));
  return new Map(rows.map(({ executorId, ...upgrade }) => [executorId, upgrade]));
}

async function readExecutors(database: Database, now: Date): Promise<ExecutorFacts[]> {
  const upgrades = await readUpgrades(database, now);
  const rows = await database
    .select({
      id: executor.id,
      organizationId: executor.organizationId,
      name: executor.name,
      online: executor.online,
      lastSeenAt: executor.lastSeenAt,
      uninstalledAt: executor.uninstalledAt,
      version: executor.version,
      channel: executor.channel,
      clients: sql<ExecutorFacts['clients']>`${executor.capabilities} -> 'clients'`,
      diskTotalMiB: sql<number>`(${executor.resources} -> 'diskMiB' ->> 'total')::float8`,
      diskFreeMiB: sql<number>`(${executor.resources} -> 'diskMiB' ->> 'free')::float8`,
      diskHistory: executorWatch.disk,
    })
    .from(executor)
    .leftJoin(executorWatch, eq(executorWatch.executorId, executor.id));
  return rows.map((row) => ({ ...row, diskHistory: row.diskHistory ?? [], lastUpgrade: upgrades.get(row.id) ?? null }));
}

async function readKeys(database: Database, now: Date): Promise<KeyFacts[]> {
  const rows = await database
    .select({
      id: apikey.id,
      organizationId: apikey.organizationId,
      name: apikey.name,
      purpose: apikey.configId,
      createdAt: apikey.createdAt,
      expiresAt: apikey.expiresAt,
    })
    .from(apikey)
    .where(
      and(
        eq(apikey.enabled, true),
        isNull(apikey.revokedAt),
        between(
          apikey.expiresAt,
          new Date(now.getTime() - endedKeyDays * dayMs),
          new Date(now.getTime() + thresholdBounds.keyEndsDays.max * dayMs),
        ),
      ),
    );
  return rows.flatMap(({ organizationId, expiresAt, name, ...key }) =>
    organizationId === null || expiresAt === null ? [] : [{ ...key, organizationId, expiresAt, name: name ?? '' }],
  );
}

async function readEndpoints(database: Database): Promise<EndpointFacts[]> {
  const rows = await database
    .select({
      id: webhookEndpoint.id,
      organizationId: webhookEndpoint.organizationId,
      url: webhookEndpoint.url,
      failingSince: webhookEndpoint.failingSince,
      goneAt: webhookEndpoint.goneAt,
      lastFailure: webhookEndpoint.lastFailure,
    })
    .from(webhookEndpoint)
    .where(or(eq(webhookEndpoint.enabled, true), isNotNull(webhookEndpoint.goneAt)));
  return rows.map(({ url, ...endpoint }) => ({ ...endpoint, origin: new URL(url).origin }));
}
