import type { NodeHealthState, NodePhase, NodeRolloutBudget } from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';
import type { Labels } from '../fleet/inventory/labels.ts';

export interface BudgetFacts {
  budget: NodeRolloutBudget;
  /** The node to take down. */
  node: {
    /** As its status shows it. */
    phase: NodePhase;
    /** Those whose values it shares with the nodes that are counted. */
    labels: Labels;
  };
  /** The network of the node, for people. */
  network: string;
  /** Other nodes of the network that are meant to run and share the labels: those that are available, and names of the rest. */
  others: { available: number; unavailable: readonly string[]; total: number };
}

export interface AvailabilityFacts {
  health: NodeHealthState;
  revision: number;
  appliedRevision: number | null;
}

/** Returns whether a node answers at the tip: one that has not applied its latest change may restart at any moment. */
export const isAvailable = ({ health, revision, appliedRevision }: AvailabilityFacts): boolean =>
  health === 'in_sync' && (appliedRevision ?? 0) >= revision;

/**
 * Returns the labels of a budget with the values of a node: its own take precedence over those of its host. A label that
 * neither has is missing.
 */
export const sharedLabels = ({ per }: NodeRolloutBudget, node: Labels, host: Labels): Labels =>
  Object.fromEntries(
    per.flatMap((key): [string, string][] => {
      const value = ownValue(node, key) ?? ownValue(host, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );

const ownValue = (labels: Labels, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

/** Returns why a node must stay up for now; null if it may be taken down. */
export function judgeBudget({ budget: { keepAvailable }, node, network, others }: BudgetFacts): string | null {
  // One that does not run takes nothing away.
  if (node.phase !== 'running' || others.available >= keepAvailable) return null;
  const known = others.unavailable.join(', ');
  const more = others.total - others.available - others.unavailable.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  const missing = known === '' ? '' : `; not available: ${known}${rest}`;
  return `${mustStay(keepAvailable, network, node.labels)}, and without it ${others.available} would be${missing}`;
}

interface Possibility extends Pick<BudgetFacts, 'budget' | 'network'> {
  /** Those of the budget that the node or its host has. */
  labels: Labels;
  /** Other nodes of the network and the labels that are meant to run. */
  total: number;
}

/** Returns why a node can never be taken down within a budget; null if it can. */
export function judgePossible({ budget: { keepAvailable, per }, labels, network, total }: Possibility): string | null {
  const missing = per.filter((key) => !Object.hasOwn(labels, key));
  if (missing.length > 0) return `neither the node nor its host has the label ${missing.join(' or ')}`;
  if (total >= keepAvailable) return null;
  const others =
    total === 0 ? 'no other node exists' : `only ${counted(total, 'other node')} exist${total === 1 ? 's' : ''}`;
  return `${mustStay(keepAvailable, network, labels)}, and ${others}`;
}

function mustStay(keepAvailable: number, network: string, labels: Labels): string {
  const shared = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  const where = shared.length === 0 ? '' : ` with ${shared.join(' and ')}`;
  return `${counted(keepAvailable, `${network} node`)}${where} must stay available`;
}
