import { setImmediate } from 'node:timers/promises';
import { checkConfig } from '../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../bitcoin/check-overrides.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import { isOperationKind, operationParams } from '../../../contract/node-operations.ts';
import type { HeldNodeInput, HeldOperationInput } from '../../../contract/types.generated.ts';
import { isUuid } from '../../platform/input/scalars.ts';

export interface TakenIdentities {
  /** Of the organization's nodes. */
  names: ReadonlySet<string>;
  /** Of all nodes and operations in every organization. */
  ids: ReadonlySet<string>;
}

export interface PlannedNode {
  held: HeldNodeInput;
  config: NodeConfig;
  newName: string;
  /** Why it cannot be taken over; null if it can. */
  problem: string | null;
}

/** Heartbeats are validated, so all three are present. */
const required = (amount: number | null | undefined): number => amount ?? 0;

/**
 * Decides how each offered node is taken over; a taken name gets the host's name as a suffix. Yields after each node:
 * checking hundreds of overrides takes milliseconds.
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
    const { network, client, clientVersion, nodeType } = node;
    const { cpuCores, memoryMiB, diskGiB } = node.resources;
    const resources = { cpuCores: required(cpuCores), memoryMiB: required(memoryMiB), diskGiB: required(diskGiB) };
    const overrides = node.overrides.map(({ key, value }) => ({ key, value }));
    const config: NodeConfig = { network, client, clientVersion, nodeType, resources, overrides };
    const newName = used.has(node.name) ? freeName(node.name, hostName, names) : node.name;
    names.add(newName);
    used.add(newName);
    planned.push({ held: node, config, newName, problem: problemOf(node, config, taken) });
  }
  return planned;
}

function problemOf(held: HeldNodeInput, config: NodeConfig, { ids }: TakenIdentities): string | null {
  const { id, name, operations } = held;
  // One message for ids that are taken in any organization and for invalid ids, so that it discloses nothing.
  const isTaken = [id, ...operations.map((each) => each.id)].some((each) => ids.has(each));
  if (!isUuid(id) || id !== id.toLowerCase() || isTaken) return 'this id cannot be used here';
  if (!operations.every(isUsable)) return 'one of its operations is of an unknown kind';
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
