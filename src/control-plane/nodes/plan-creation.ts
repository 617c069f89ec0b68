import { consensusNotes } from '../../bitcoin/clients/registry.ts';
import type { OperationParams } from '../../contract/node-operations.ts';
import type { Database } from '../platform/database/database.ts';
import { invalidInput, unknownId } from '../platform/input/errors.ts';
import type { ExecutorRow } from '../tables/executors.ts';
import { nameFaults, requestFaults } from './check-request.ts';
import { dataRootOfKept, findKeptData, judgeKeptData, type KeptData } from './data/kept-data.ts';
import { copyOf, judgeSeed } from './data/seed-source.ts';
import { findNode, lockNode } from './find-nodes.ts';
import { type Choice, chooseExecutor, type PlacementRequest } from './placement/choose-executor.ts';
import { faultOfError, type NodeFault, throwFaults } from './placement/node-fault.ts';

interface Creation extends Choice {
  /** The orphan to adopt. */
  kept: KeptData | null;
  /** Where its chain data comes from; null for a sync from the network. */
  operation:
    | { kind: 'seed'; params: OperationParams<'seed'> }
    | { kind: 'adopt'; params: OperationParams<'adopt'> }
    | null;
  /** The version that created its data. */
  firstClientVersion: string | null;
  /** What the requester should know about its consensus rules. */
  notes: string[];
}

type CreationRequest = Pick<PlacementRequest, 'organizationId' | 'data' | 'defaultVersions' | 'locks' | 'charge'>;

/** Returns every reason against a creation, and its plan; null if no executor was found. */
export async function judgeCreation(
  database: Database,
  request: CreationRequest,
): Promise<{ creation: Creation | null; faults: NodeFault[] }> {
  const { organizationId, data } = request;
  const ofRequest = [...requestFaults(data), ...(await nameFaults(database, { organizationId, name: data.name }))];
  try {
    const creation = await planCreation(database, request);
    return { creation, faults: [...ofRequest, ...creation.faults] };
  } catch (error) {
    return { creation: null, faults: [...ofRequest, faultOfError(error)] };
  }
}

/** Returns the plan. Throws every reason against it. */
export function requirePlan({ creation, faults }: Awaited<ReturnType<typeof judgeCreation>>): Creation {
  throwFaults(faults);
  if (creation === null) throw new Error('a refused creation has a fault');
  return creation;
}

/** Throws what `chooseExecutor`, and `findKeptData` throw, Forbidden and `invalid_input`. */
async function planCreation(database: Database, request: CreationRequest): Promise<Creation> {
  const { adoptData, seedFrom } = request.data;
  if (adoptData && seedFrom)
    throw invalidInput([{ path: ['data', 'seedFrom'], message: 'cannot be combined with adoptData; choose one' }]);
  if (adoptData && typeof request.data.dataRoot === 'string') {
    const message = 'cannot be combined with adoptData: the data stays where it is; move it once the node runs';
    throw invalidInput([{ path: ['data', 'dataRoot'], message }]);
  }
  if (adoptData) return planAdoption(database, request, adoptData);
  if (seedFrom) return planSeeding(database, request, seedFrom);
  const choice = await chooseExecutor(database, request);
  const { client, clientVersion } = choice.config;
  return { ...choice, kept: null, operation: null, firstClientVersion: clientVersion, notes: consensusNotes(client) };
}

async function planAdoption(database: Database, request: CreationRequest, nodeId: string): Promise<Creation> {
  const { organizationId, locks } = request;
  const kept = await findKeptData(database, { organizationId, nodeId, locks });
  const { executor, orphan, former } = kept;
  const choice = await chooseExecutor(database, {
    ...on(executor, request),
    onDiskGiB: (orphan.data?.sizeBytes ?? 0) / 1024 ** 3,
    dataRoot: dataRootOfKept(kept),
  });
  return {
    ...choice,
    kept,
    operation: { kind: 'adopt', params: { name: orphan.name, height: orphan.data?.height ?? null } },
    firstClientVersion: orphan.data?.begunWith ?? former?.firstClientVersion ?? null,
    notes: consensusNotes(choice.config.client),
    placement: { chosenBy: 'user', reason: `holds the chain data of ${orphan.name}` },
    faults: [...choice.faults, ...judgeKeptData(choice.config, kept)],
  };
}

async function planSeeding(database: Database, request: CreationRequest, nodeId: string): Promise<Creation> {
  const { organizationId, locks } = request;
  const row = await (locks ? lockNode : findNode)(database, organizationId, nodeId);
  if (row === undefined) throw unknownId('node', ['data', 'seedFrom']);
  const copiedBy = await copyOf(database, row);
  const choice = await chooseExecutor(database, on(row.executor, request));
  return {
    ...choice,
    kept: null,
    operation: { kind: 'seed', params: { from: row.id, name: row.name } },
    firstClientVersion: row.firstClientVersion ?? row.clientVersion,
    notes: consensusNotes(choice.config.client, row.client),
    placement: { chosenBy: 'user', reason: `holds the chain data of ${row.name}` },
    faults: [
      ...choice.faults,
      ...judgeSeed(choice.config, row, { copiedBy, dataRoot: request.data.dataRoot ?? undefined }),
    ],
  };
}

/** Sets the executor to the one that has the data. Throws `invalid_input` if the request names another one. */
function on({ id, name }: ExecutorRow, request: CreationRequest): CreationRequest {
  const { executorId } = request.data;
  if (typeof executorId === 'string' && executorId !== id) {
    const message = `the chain data is on ${name}; leave out the host, or choose ${name}`;
    throw invalidInput([{ path: ['data', 'executorId'], message }]);
  }
  return { ...request, data: { ...request.data, executorId: id } };
}
