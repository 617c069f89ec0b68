import { setImmediate } from 'node:timers/promises';
import type { DefaultVersions } from '../../../bitcoin/clients/default-versions.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import type { NodeCreateInput, NodePlacement } from '../../../contract/types.generated.ts';
import { findExecutor, lockExecutor } from '../../fleet/executors/find-executor.ts';
import { type Labels, readLabels } from '../../fleet/inventory/labels.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { domainError, unknownId } from '../../platform/input/errors.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import { type Candidate, readCandidates, readFirst } from './candidates.ts';
import { judgeDataRoot, resourcesOn } from './data-roots.ts';
import { hostOf, judgeNode } from './judge-node.ts';
import { configFor } from './node-defaults.ts';
import { errorOfFaults, type NodeFault } from './node-fault.ts';
import { type Promises, promisesOf, promisesOn } from './promises.ts';
import { type Fit, judgeAvailability, placementByRoom, placementByUser, rankFits } from './rank-executors.ts';

/** Namespace of the advisory locks. */
const placementLocks = 1347174738;

/** This many take a few milliseconds. */
const judgedAtOnce = 20;

export interface Choice {
  executor: ExecutorRow;
  config: NodeConfig;
  placement: NodePlacement;
  /** Why the executor cannot take the node. */
  faults: NodeFault[];
}

export interface PlacementRequest {
  organizationId: string;
  data: NodeCreateInput;
  /** For a request that names no version. */
  defaultVersions: DefaultVersions;
  /** Locks the executor until the transaction ends, so that nothing else is allocated there. */
  locks: boolean;
  /** Charges a preview for the executors that it compares. */
  charge?: (executors: number) => void;
  /** MiB of the node that are already on the named executor's disk. Default: 0. */
  onDiskGiB?: number;
  /** Where its data already is. Default: the requested data root. */
  dataRoot?: string;
}

/** Chooses the executor of a new node. A named one is returned with its faults, an automatic choice has none. Throws Forbidden, `chain_not_supported_by_executor`, `no_executor_fits` and `invalid_node_config`. */
export function chooseExecutor(database: Database, request: PlacementRequest): Promise<Choice> {
  const { executorId, executorLabels } = request.data;
  const labels = readLabels(executorLabels ?? [], ['data', 'executorLabels']);
  return typeof executorId === 'string'
    ? takeNamed(database, request, executorId, labels)
    : findRoomiest(database, request, labels);
}

async function takeNamed(
  database: Database,
  { organizationId, data, defaultVersions, locks, onDiskGiB = 0, dataRoot = rootOf(data) }: PlacementRequest,
  executorId: string,
  labels: Labels,
): Promise<Choice> {
  const row = await (locks ? lockExecutor : findExecutor)(database, organizationId, executorId);
  if (row === undefined) throw unknownId('host', ['data', 'executorId']);
  const promises = await promisesOn(database, row, dataRoot);
  const judged = judge(row, promises, { data, defaultVersions, dataRoot, onDiskGiB }, labels);
  if (judged.config === null) throw errorOfFaults(judged.faults);
  return { executor: row, config: judged.config, placement: placementByUser(judged.room), faults: judged.faults };
}

async function findRoomiest(
  database: Database,
  { organizationId, data, defaultVersions, locks, charge }: PlacementRequest,
  labels: Labels,
): Promise<Choice> {
  // One placement of an organization at a time, so that each sees the allocations of the one before.
  if (locks)
    await database.execute(sql`SELECT pg_advisory_xact_lock(${placementLocks}::int, hashtext(${organizationId}))`);
  const place = { data, defaultVersions, dataRoot: rootOf(data), onDiskGiB: 0 };
  const { dataRoot } = place;
  const candidates = await readCandidates(database, organizationId, data, { dataRoot, labels });
  charge?.(candidates.length);
  const judged = await judgeAll(database, { ...place, organizationId, labels }, candidates);
  const fits = judged.flatMap(({ executor: row, config, room, faults }): Fit<Candidate>[] =>
    config !== null && faults.length === 0 ? [{ executor: row, config, room }] : [],
  );
  for (const fit of rankFits(fits, defaultVersions)) {
    const { id } = fit.executor;
    const row = await (locks ? lockExecutor : findExecutor)(database, organizationId, id);
    if (row === undefined) continue;
    // Other requests may have named this executor meanwhile.
    const now = judge(row, await promisesOn(database, row, dataRoot), place, labels);
    if (now.config !== null && now.faults.length === 0) {
      const placement = placementByRoom({ ...now, executor: row, config: now.config }, fits.length);
      return { executor: row, config: now.config, placement, faults: [] };
    }
  }
  const { rows, total } = await readFirst(database, organizationId, maxShownExecutors);
  const shown = firstFaults(await judgeAll(database, { ...place, organizationId, labels }, rows));
  throw noneFits(shown, [...shown, ...firstFaults(judged)], total, data);
}

const firstFaults = (judged: readonly Judged[]): NodeFault[] => judged.flatMap(({ faults: [first] }) => first ?? []);

async function judgeAll(
  database: Database,
  { organizationId, labels, ...place }: Place & { organizationId: string; labels: Labels },
  rows: readonly Candidate[],
) {
  const executorIds = rows.map(({ id }) => id);
  const promises = await promisesOf(database, { organizationId, executorIds }, place.dataRoot);
  const judged: (Judged & { executor: Candidate })[] = [];
  for (const [index, row] of rows.entries()) {
    // Lets other requests run.
    if (index % judgedAtOnce === 0) await setImmediate();
    judged.push({ executor: row, ...judge(row, promises(row.id), place, labels) });
  }
  return judged;
}

const rootOf = ({ dataRoot }: Pick<NodeCreateInput, 'dataRoot'>): string => dataRoot ?? defaultDataRoot;

type Judged =
  | { config: NodeConfig; room: Fit<unknown>['room']; faults: NodeFault[] }
  | { config: null; room: Fit<unknown>['room']; faults: [NodeFault] };

type Place = Required<Pick<PlacementRequest, 'data' | 'defaultVersions' | 'dataRoot' | 'onDiskGiB'>>;

function judge(
  row: Parameters<typeof judgeAvailability>[0] & Pick<ExecutorRow, 'capabilities' | 'resources'>,
  promises: Promises,
  { data, defaultVersions, dataRoot, onDiskGiB }: Place,
  labels: Labels,
): Judged {
  const resources = resourcesOn(row.resources, dataRoot);
  const diskGiB = { ...resources.diskGiB, free: resources.diskGiB.free + onDiskGiB };
  const host = hostOf({ ...row, resources: { ...resources, diskGiB } }, promises);
  const { room } = host;
  const unavailable = judgeAvailability(row, labels) ?? judgeDataRoot(row, dataRoot);
  const config = configFor(data, row, defaultVersions);
  if ('code' in config) return { config: null, room, faults: [unavailable ?? config] };
  return { config, room, faults: [...(unavailable ? [unavailable] : []), ...judgeNode(host, config)] };
}

const maxShownExecutors = 20;

/** `all` also has faults of executors that are not shown, out of `total`. */
function noneFits(
  shown: readonly NodeFault[],
  all: readonly NodeFault[],
  total: number,
  { nodeType }: PlacementRequest['data'],
) {
  // Refused everywhere.
  const ofNode = all.find(({ code }) => code === 'invalid_node_config');
  if (ofNode !== undefined) return errorOfFaults([ofNode]);
  if (total === 0)
    return domainError(
      'no_executor_fits',
      'your organization has no hosts yet; create an enrolment token and install an agent on a host',
      { hint: 'Create the token with satrap tokens create.', link: '/executors' },
    );
  const others = total - shown.length;
  const reasons = [...shown.map(({ message }) => message), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
  const isShortOfDisk = shown.some(({ issues }) => issues.some(({ path }) => path.at(-1) === 'diskGiB'));
  const smaller =
    isShortOfDisk && nodeType !== 'pruned' ? { hint: 'A pruned node (--type pruned) needs far less disk.' } : {};
  return domainError('no_executor_fits', `no host can run the node: ${reasons}`, smaller);
}
