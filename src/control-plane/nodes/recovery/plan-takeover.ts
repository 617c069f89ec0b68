import { setImmediate } from 'node:timers/promises';
import { checkConfig } from '../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../bitcoin/check-overrides.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import { isOperationKind, operationParams } from '../../../contract/node-operations.ts';
import type { HeldNodeInput, HeldOperationInput } from '../../../contract/types.generated.ts';
import { isUuid } from '../../platform/input/ids.ts';

/** What a takeover must not collide with. */
export interface TakenIdentities {
  /** Names of the organization's nodes. */
  names: ReadonlySet<string>;
  /** Ids of all nodes of this control plane and of their operations, in every organization. */
  ids: ReadonlySet<string>;
}

/** What becomes of a node that a host offers. */
export interface PlannedNode {
  held: HeldNodeInput;
  config: NodeConfig;
  newName: string;
  /** Why it cannot be taken over; null where it can. */
  problem: string | null;
}

/** Heartbeats are checked: all three are there. */
const required = (amount: number | null | undefined): number => amount ?? 0;

/**
 * Decides what becomes of each node that a host offers. A name that is taken gets the host's name as a suffix. Other requests have their turn
 * after each node: the check of hundreds of overrides takes milliseconds.
 */
export async function planTakeover(
  hostName: string,
  held: readonly HeldNodeInput[],
  taken: TakenIdentities,
): Promise<PlannedNode[]> {
  const names = new Set([...taken.names, ...held.map(({ name }) => name)]);
  const used = new Set(taken.names);
  const planned: PlannedNode[] = [];
  for (const node of held) {
    await setImmediate();
    const { client, clientVersion, network, nodeType, overrides, resources } = node;
    const { cpuCores, memoryMiB, diskGiB } = resources;
    const config: NodeConfig = {
      ...{ network, client, clientVersion, nodeType },
      resources: { cpuCores: required(cpuCores), memoryMiB: required(memoryMiB), diskGiB: required(diskGiB) },
      overrides: overrides.map(({ key, value }) => ({ key, value })),
    };
    const newName = used.has(node.name) ? freeName(node.name, hostName, names) : node.name;
    names.add(newName);
    used.add(newName);
    planned.push({ held: node, config, newName, problem: problemOf(node, config, taken) });
  }
  return planned;
}

function problemOf(held: HeldNodeInput, config: NodeConfig, { ids }: TakenIdentities): string | null {
  const { id, name, operations } = held;
  // The same words for a node of this organization, of another one, and for what is no id: they confirm nothing.
  if (
    !isUuid(id) ||
    id !== id.toLowerCase() ||
    [id, ...operations.map((each) => each.id)].some((each) => ids.has(each))
  )
    return 'this id cannot be used here';
  if (!operations.every(isUsable)) return 'one of its operations is of no kind that is known here';
  if (!namePattern.test(name)) return `the name ${nameRule}`;
  const issues = [...checkConfig(config), ...checkOverrides(config, null)];
  return issues.length === 0 ? null : issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

const isUsable = ({ id, kind, params }: HeldOperationInput): boolean =>
  isUuid(id) && isOperationKind(kind) && operationParams[kind].safeParse(params).success;

const maxNameLength = 63;

function freeName(name: string, hostName: string, names: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const suffix = `-${hostName}${count === 1 ? '' : `-${count}`}`.slice(-maxNameLength + 1);
    const candidate = `${name.slice(0, maxNameLength - suffix.length)}${suffix}`;
    if (!names.has(candidate)) return candidate;
  }
}
