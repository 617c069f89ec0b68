import { createHash } from 'node:crypto';
import { defaultClient } from '../../../bitcoin/clients/registry.ts';
import type { NodeResources } from '../../../bitcoin/node-config.ts';
import { defaultOvercommit } from '../../../contract/limits.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import type { NodeCreateInput } from '../../../contract/types.generated.ts';
import type { Labels } from '../../fleet/inventory/labels.ts';
import { and, asc, type Database, eq, gte, isNull, lt, type SQL, sql } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { defaultType, resourcesFor } from './node-defaults.ts';
import { sumsOf } from './promises.ts';

/** Compared for one placement: all that can take the node, up to a few hundred. */
const maxCandidates = 500;

export type Candidate = Awaited<ReturnType<typeof selectCandidates>>[number];

const selectCandidates = (database: Database, condition: SQL | undefined) => {
  const { id, name, online, lastSeenAt, capabilities, resources, labels, cordon } = executor;
  return database
    .select({ id, name, online, lastSeenAt, capabilities, resources, labels, cordon })
    .from(executor)
    .where(condition);
};

/**
 * Reads executors that can take a node by what the database knows. Where more can than are compared, they are a random
 * sample: ids are random, and the walk through their index starts at a place that depends on the node's name, so that a
 * preview and the creation compare the same ones.
 */
export async function readCandidates(
  database: Database,
  organizationId: string,
  data: NodeCreateInput,
  { dataRoot, labels }: { dataRoot: string; labels: Labels },
): Promise<Candidate[]> {
  const start = createHash('md5').update(data.name).digest('hex');
  // PostgreSQL cannot estimate how many fit. As a CASE it expects half, and walks in order in place of sorting all.
  const isFit = sql`CASE WHEN ${hasRoom(data, dataRoot, isOffered(data))} THEN true ELSE false END`;
  const isCandidate = and(eq(executor.organizationId, organizationId), isSchedulable(labels), isFit);
  const walk = (condition: SQL) =>
    selectCandidates(database, and(isCandidate, condition)).orderBy(asc(executor.id)).limit(maxCandidates);
  const behind = walk(gte(executor.id, sql`${start}::uuid`));
  return behind.unionAll(walk(lt(executor.id, sql`${start}::uuid`))).limit(maxCandidates);
}

/** The first executors of an organization by name, to say why they cannot take a node, and the number of all. */
export async function readFirst(database: Database, organizationId: string, take: number) {
  const isOwn = eq(executor.organizationId, organizationId);
  const rows = await selectCandidates(database, isOwn).orderBy(asc(executor.name)).limit(take);
  return { rows, total: await database.$count(executor, isOwn) };
}

const isSchedulable = (labels: Labels): SQL | undefined => {
  const hasLabels = sql`${executor.labels} @> ${JSON.stringify(labels)}::jsonb`;
  return and(
    eq(executor.online, true),
    isNull(executor.cordon),
    Object.keys(labels).length === 0 ? undefined : hasLabels,
  );
};

function isOffered({ network, nodeType, client, clientVersion }: NodeCreateInput): SQL {
  const offer = { client: client ?? defaultClient, ...(clientVersion == null ? {} : { version: clientVersion }) };
  const capabilities = { networks: [network], nodeTypes: [nodeType ?? defaultType], clients: [offer] };
  return sql`${executor.capabilities} @> ${JSON.stringify(capabilities)}::jsonb`;
}

/** SQL: what `shortages` judges in `room.ts`, and `judgeDataRoot`. A test compares them. */
function hasRoom(data: NodeCreateInput, dataRoot: string, offersClient: SQL): SQL | undefined {
  const needs = resourcesFor(data);
  const disk = diskOf(dataRoot);
  // Evaluated in this order. The first need no allocations, and exclude most hosts that are too small.
  return and(
    isRootVisible(dataRoot, disk),
    fitsEmptyHost(needs, disk),
    offersClient,
    fitsBesideNodes(needs, disk, dataRoot),
  );
}

/** SQL: the amounts of the disk of a data root. */
const diskOf = (dataRoot: string): SQL =>
  dataRoot === defaultDataRoot
    ? sql`(${executor.resources} -> 'diskGiB')`
    : sql`(SELECT jsonb_build_object('total', root -> 'totalGiB', 'free', root -> 'freeGiB')
        FROM jsonb_path_query(${executor.resources}, '$.dataRoots[*]') AS root WHERE root ->> 'name' = ${dataRoot})`;

const isRootVisible = (dataRoot: string, disk: SQL): SQL | undefined =>
  dataRoot === defaultDataRoot ? undefined : sql`${disk} ->> 'free' IS NOT NULL`;

/** SQL: what is allocated to the nodes of a host. */
interface Allocated {
  cores: SQL;
  memory: SQL;
  /** Allocated memory that nodes do not use. */
  unusedMemory: SQL;
  storage: SQL;
  /** Allocated disk that nodes have not written. */
  unwritten: SQL;
}

function fitsBeside(needs: NodeResources, disk: SQL, allocated: Allocated): SQL | undefined {
  const { cores, memory, unusedMemory, storage, unwritten } = allocated;
  return and(
    fits(sql`(${executor.resources} -> 'cpuCores')`, 'cpu', needs.cpuCores, cores),
    fits(sql`(${executor.resources} -> 'memoryMiB')`, 'memory', needs.memoryMiB, memory, unusedMemory),
    fits(disk, 'disk', needs.diskGiB, storage, unwritten),
  );
}

function fitsEmptyHost(needs: NodeResources, disk: SQL): SQL | undefined {
  const none = sql`0`;
  const allocated = { cores: none, memory: none, unusedMemory: none, storage: none, unwritten: none };
  return fitsBeside(needs, disk, allocated);
}

function fitsBesideNodes(needs: NodeResources, disk: SQL, dataRoot: string): SQL {
  const sums = sumsOf(dataRoot);
  const isOnHost = and(eq(node.organizationId, executor.organizationId), eq(node.executorId, executor.id));
  const promised = sql`SELECT ${sums.cpuCores} AS cores, ${sums.memoryMiB} AS memory, ${sums.diskGiB} AS storage,
    ${sums.unwrittenDiskGiB} AS unwritten FROM ${node} WHERE ${and(isOnHost, isNull(node.removedAt))}`;
  const usedMemory = amount(sql`(${executor.resources} -> 'memoryMiB')`, 'usedByNodes');
  const hasLeft = fitsBeside(needs, disk, {
    cores: sql`cores`,
    memory: sql`memory`,
    unusedMemory: sql`greatest(0, memory - ${usedMemory})`,
    storage: sql`storage`,
    unwritten: sql`unwritten`,
  });
  return sql`EXISTS (SELECT FROM (${promised}) AS promised WHERE ${hasLeft})`;
}

const amount = (of: SQL, name: 'total' | 'free' | 'usedByNodes') =>
  sql`coalesce((${of} ->> ${sql.raw(`'${name}'`)})::float8, 0)`;

function fits(of: SQL, kind: keyof typeof defaultOvercommit, needed: number, promised: SQL, unused?: SQL): SQL {
  const total = amount(of, 'total');
  const factor = sql`coalesce((${executor.resources} -> 'overcommit' ->> ${sql.raw(`'${kind}'`)})::float8, ${defaultOvercommit[kind]}::float8)`;
  const unpromised =
    unused && sql`AND ${needed}::float8 <= ${amount(of, 'free')} + (${factor} - 1) * ${total} - ${unused}`;
  return sql`(${total} <= 0 OR ${needed}::float8 <= ${total} AND ${needed}::float8 <= ${total} * ${factor} - ${promised} ${unpromised})`;
}
