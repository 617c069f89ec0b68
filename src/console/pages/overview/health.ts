import { healthOrder, healthStates } from '../../../contract/health.ts';
import type { NodeHealthState } from '../../../contract/types.generated.ts';
import { formatCount, formatNumber, type StateLook } from '../../display/format.ts';

export interface FleetCounts {
  total: number;
  byHealth: readonly { state: NodeHealthState; nodes: number }[];
}

/** Returns the nodes by health, the most urgent first. */
export const fleetParts = ({ byHealth }: FleetCounts) =>
  healthOrder.flatMap((state) => {
    const nodes = byHealth.find((each) => each.state === state)?.nodes ?? 0;
    const { label, level } = healthStates[state];
    return nodes === 0 ? [] : [{ state, label, tone: level satisfies StateLook['tone'], nodes }];
  });

/**
 * Returns the state of the fleet in one sentence. A chain split comes first: it concerns every consumer of the network.
 * `incidents`: the number of open ones that nobody has acknowledged. `split`: the names of networks with an open split.
 */
export function fleetSentence(
  counts: FleetCounts,
  { incidents, split }: { incidents: number; split: readonly string[] },
): { text: string; tone: StateLook['tone'] } {
  const parts = fleetParts(counts);
  const { total } = counts;
  const urgent = parts.filter(({ tone }) => tone === 'bad' || tone === 'warning');
  if (split.length > 0) {
    const found = urgent.map(({ label, nodes }) => `${formatNumber(nodes)} ${label}`);
    return { text: `${[`The chain of ${split.join(' and ')} has split`, ...found].join(', ')}.`, tone: 'bad' };
  }
  const nodes = formatCount(total, 'node');
  const [worst, ...others] = urgent;
  if (worst !== undefined) {
    const state = stateText(worst);
    const rest = others.map((other) => `, ${formatNumber(other.nodes)} ${other.label}`);
    const which = total === 1 ? 'Your node' : `${formatNumber(worst.nodes)} of ${nodes}`;
    return { text: `${which} ${state}${rest.join('')}.`, tone: worst.state === 'problem' ? 'warning' : 'bad' };
  }
  if (incidents > 0) return { text: `${formatCount(incidents, 'open incident')}.`, tone: 'warning' };
  if (total === 0) return { text: 'No nodes yet.', tone: 'idle' };
  const rest = parts.flatMap(({ state, label, nodes: some }) =>
    state === 'in_sync' ? [] : [`${formatNumber(some)} ${label}`],
  );
  if (rest.length === 0)
    return { text: total === 1 ? 'Your node is in sync.' : `All ${nodes} are in sync.`, tone: 'good' };
  if (total === 1) return { text: `Your node is ${parts[0]?.label}.`, tone: parts[0]?.tone ?? 'busy' };
  const inSync = total - parts.reduce((sum, part) => sum + (part.state === 'in_sync' ? 0 : part.nodes), 0);
  return { text: `${[`${formatNumber(inSync)} of ${nodes} in sync`, ...rest].join(', ')}.`, tone: 'good' };
}

function stateText({ label, nodes, state }: ReturnType<typeof fleetParts>[number]): string {
  if (state === 'problem') return nodes === 1 ? 'has a problem' : 'have a problem';
  return `${nodes === 1 ? 'is' : 'are'} ${label}`;
}
