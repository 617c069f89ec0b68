import { setImmediate } from 'node:timers/promises';
import { checkConfig } from '../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../bitcoin/check-overrides.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { customSignet } from '../../../bitcoin/signet.ts';
import { torOf } from '../../../bitcoin/tor.ts';
import { kindField } from '../../../contract/kind-fields.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import { isOperationKind, type OperationParams, operationParams } from '../../../contract/node-operations.ts';
import type { HeldNodeInput, HeldOperationInput } from '../../../contract/types.generated.ts';
import { isUuid } from '../../platform/input/scalars.ts';

export interface TakenIdentities {
  /** Of the organization's nodes. */
  names: ReadonlySet<string>;
  /** Of the organization's nodes and operations. */
  ids: ReadonlySet<string>;
  /** The hosts that claim a node, by its id. */
  claims: ReadonlyMap<string, readonly Claim[]>;
}

/** A host says that it holds a node. */
export interface Claim {
  host: string;
  /** Whether the host is recovered, or never was lost, so that its key proves who it is. Otherwise, it offers the node. */
  isProven: boolean;
}

export interface PlannedNode {
  held: HeldNodeInput;
  config: NodeConfig;
  newName: string;
  /** Why it cannot be taken over; null if it can. */
  problem: string | null;
  /** Another host that offers the same node; null for none. A person has to decide between them. */
  rival: string | null;
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
  const usedIds = new Set(taken.ids);
  const planned: PlannedNode[] = [];
  for (const node of held) {
    await setImmediate();
    const { network, client, clientVersion, nodeType } = node;
    const { cpuCores, memoryMiB, diskGiB } = node.resources;
    const resources = { cpuCores: required(cpuCores), memoryMiB: required(memoryMiB), diskGiB: required(diskGiB) };
    const overrides = node.overrides.map(({ key, value }) => ({ key, value }));
    const signet = node.signet == null ? null : customSignet(node.signet);
    const chain = { network, signet, client, clientVersion };
    const config: NodeConfig = { ...chain, tor: torOf(node.tor), nodeType, resources, overrides };
    const newName = used.has(node.name) ? freeName(node.name, hostName, names) : node.name;
    names.add(newName);
    used.add(newName);
    const others = (taken.claims.get(node.id) ?? []).filter(({ host }) => host !== hostName);
    const rival = others.find(({ isProven }) => !isProven)?.host ?? null;
    const problem = problemOf(node, config, usedIds) ?? problemOfClaims(others);
    if (problem === null) for (const id of idsOf(node)) usedIds.add(id);
    planned.push({ held: node, config, newName, problem, rival });
  }
  return planned;
}

const idsOf = ({ id, operations }: HeldNodeInput): string[] => [id, ...operations.map((each) => each.id)];

const isStorable = (id: string): boolean => isUuid(id) && id === id.toLowerCase();

function problemOf(held: HeldNodeInput, config: NodeConfig, usedIds: ReadonlySet<string>): string | null {
  const { name, operations } = held;
  const ids = idsOf(held);
  if (!ids.every(isStorable)) return 'its id, or that of one of its operations, is no UUID in lower case';
  if (new Set(ids).size < ids.length || ids.some((id) => usedIds.has(id)))
    return 'another node or operation of your organization has its id, or that of one of its operations';
  if (operations.some((each) => paramsOfHeld(each) === undefined)) return 'one of its operations is of an unknown kind';
  if (!namePattern.test(name)) return `the name ${nameRule}`;
  const issues = [...checkConfig(config), ...checkOverrides(config, null)];
  return issues.length === 0 ? null : issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** The order in which hosts make their claims decides nothing: a key that was confirmed before does, or a person. */
function problemOfClaims(others: readonly Claim[]): string | null {
  const proven = others.find(({ isProven }) => isProven);
  if (proven !== undefined)
    return `${proven.host}, which is a host of your organization already, has the chain data of a node with its id`;
  const [rival] = others;
  return rival === undefined ? null : `${rival.host} offers a node with its id as well; ${declineOne}`;
}

export const declineOne =
  'decline the offer of the host that does not run it: revoke the key of its agent and delete it';

/** Returns the parameters of a held operation in the form in which they are stored; undefined if they are none of its kind. */
export function paramsOfHeld({ kind, params }: HeldOperationInput): OperationParams | undefined {
  if (!isOperationKind(kind)) return undefined;
  const given: unknown = Object.entries(params).find(([field]) => field === kindField(kind))?.[1];
  return operationParams[kind].safeParse(given).data;
}

const maxNameLength = 63;

function freeName(name: string, hostName: string, names: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const suffix = `-${hostName}${count === 1 ? '' : `-${count}`}`.slice(-maxNameLength + 1);
    const candidate = `${name.slice(0, maxNameLength - suffix.length)}${suffix}`;
    if (!names.has(candidate)) return candidate;
  }
}
