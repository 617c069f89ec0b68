import type { NodePhase } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { formatNumber, type StateLook } from '../../display/format.ts';

export interface FleetCounts {
  total: number;
  byPhase: readonly { phase: NodePhase; nodes: number }[];
}

const parts: readonly { label: string; tone: StateLook['tone']; phases: readonly NodePhase[] }[] = [
  { label: 'failing', tone: 'bad', phases: ['failing'] },
  { label: 'unknown', tone: 'warning', phases: ['unknown'] },
  { label: 'stopped', tone: 'idle', phases: ['stopped'] },
  { label: 'changing', tone: 'busy', phases: ['pending', 'pulling', 'starting', 'stopping', 'deleting'] },
  { label: 'syncing', tone: 'busy', phases: ['syncing'] },
  { label: 'running', tone: 'good', phases: ['running'] },
];

/** Returns the nodes by state, the worst first. `phase`: what the list of nodes filters by; undefined for several phases. */
export const fleetParts = ({ byPhase }: FleetCounts) =>
  parts.flatMap(({ label, tone, phases }) => {
    const found = byPhase.filter(({ phase, nodes }) => nodes > 0 && phases.includes(phase));
    const nodes = found.reduce((sum, each) => sum + each.nodes, 0);
    return nodes === 0 ? [] : [{ label, tone, nodes, phase: found.length === 1 ? found[0]?.phase : undefined }];
  });

/** Returns the state of the fleet in one sentence. `incidents`: the number of open ones that nobody has acknowledged. */
export function fleetSentence(counts: FleetCounts, incidents: number): { text: string; tone: StateLook['tone'] } {
  const shown = fleetParts(counts);
  const nodesOf = new Map(shown.map(({ label, nodes }) => [label, nodes]));
  const { total } = counts;
  const nodes = counted(total, 'node', formatNumber(total));
  const [worst, other] = shown.filter(({ tone }) => tone === 'bad' || tone === 'warning');
  if (worst !== undefined) {
    const state = `${worst.nodes === 1 ? 'is' : 'are'} ${worst.label}`;
    const rest = other === undefined ? '' : `, ${formatNumber(other.nodes)} ${other.label}`;
    const which = total === 1 ? 'Your node' : `${formatNumber(worst.nodes)} of ${nodes}`;
    return { text: `${which} ${state}${rest}.`, tone: 'bad' };
  }
  if (incidents > 0) return { text: `${counted(incidents, 'open incident')}.`, tone: 'warning' };
  if (total === 0) return { text: 'No nodes yet.', tone: 'idle' };
  const rest = ['changing', 'syncing', 'stopped'].flatMap((label) =>
    nodesOf.has(label) ? [`${formatNumber(nodesOf.get(label) ?? 0)} ${label}`] : [],
  );
  const all = total === 1 ? 'Your node is healthy' : `All ${nodes} are healthy`;
  return { text: `${[all, ...rest].join(', ')}.`, tone: 'good' };
}
