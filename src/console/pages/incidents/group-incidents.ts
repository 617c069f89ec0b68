import type { AlertCode, AlertSeverity } from '../../../contract/types.generated.ts';
import { capitalized } from '../../display/format.ts';
import { alertSeverities } from '../addresses.ts';
import type { Incident } from './before.ts';

/** Open incidents of one rule, those of the most frequent cause first. */
export interface IncidentGroup {
  code: AlertCode;
  /** The worst one. */
  severity: AlertSeverity;
  incidents: readonly Incident[];
  causes: readonly Cause[];
}

interface Cause {
  text: string;
  /** The host of all of them, where it is one. */
  executorId: string | null;
  incidents: readonly Incident[];
}

const worstOf = (incidents: readonly Incident[]): AlertSeverity =>
  alertSeverities.find((severity) => incidents.some((incident) => incident.severity === severity)) ?? 'info';

/** Returns the message of an incident without its object, which differs within a cause. */
export function causeOf({ message, subjectName }: Pick<Incident, 'message' | 'subjectName'>): string {
  const own = message.startsWith(`${subjectName} `) ? message.slice(subjectName.length + 1) : message;
  return capitalized(own.replace(/^cannot run: /, ''));
}

/** Groups incidents by rule, and each rule's by cause and host: the worst rule first, then the most frequent. */
export function groupIncidents(incidents: readonly Incident[]): readonly IncidentGroup[] {
  return [...Map.groupBy(incidents, ({ code }) => code)]
    .map(([code, ofCode]) => {
      const causes = causesOf(ofCode);
      return { code, severity: worstOf(ofCode), causes, incidents: causes.flatMap((cause) => cause.incidents) };
    })
    .toSorted(
      (a, b) =>
        alertSeverities.indexOf(a.severity) - alertSeverities.indexOf(b.severity) ||
        b.incidents.length - a.incidents.length,
    );
}

function causesOf(incidents: readonly Incident[]): readonly Cause[] {
  // Names and numbers differ where the cause is the same.
  const keyOf = (incident: Incident) =>
    `${incident.executorId} ${causeOf(incident).replaceAll(incident.subjectName, '').replaceAll(/\d+/g, '#')}`;
  return [...Map.groupBy(incidents, keyOf).values()]
    .map((ofCause) => {
      const [first] = ofCause as [Incident, ...Incident[]];
      return { text: causeOf(first), executorId: first.executorId, incidents: ofCause };
    })
    .toSorted((a, b) => b.incidents.length - a.incidents.length);
}

/** Follows the name or the number of what a rule found, such as `3 nodes failing`. */
const findings: Readonly<Record<AlertCode, string>> = {
  executor_offline: 'offline',
  node_failing: 'failing',
  crash_loop: 'crashing repeatedly',
  memory_limit: 'at the memory limit',
  no_peers: 'without peers',
  sync_stalled: 'stalled while syncing',
  behind_network: 'behind the network',
  chain_split: 'split',
  tip_stale: 'without new blocks',
  clock_off: 'with a wrong clock',
  daemon_warning: 'with a daemon warning',
  change_reverted: 'with a reverted change',
  client_end_of_life: 'on an unmaintained version',
  client_vulnerable: 'on a vulnerable version',
  client_withdrawn: 'on a withdrawn version',
  disk_low: 'low on disk',
  disk_filling: 'running out of disk',
  key_ends_soon: 'expiring soon',
  webhook_failing: 'failing',
  agent_outdated: 'with an outdated agent',
  upgrade_failed: 'with a failed upgrade',
  rollout_stopped: 'stopped',
};

const nouns: Readonly<Partial<Record<Incident['subjectType'], string>>> = {
  ...{ node: 'node', executor: 'host', api_key: 'API key', webhook: 'webhook', rollout: 'rollout', network: 'network' },
};

/** Returns the title of a group, such as `2 hosts offline`, or `berlin-1 offline` for a single one. */
export function groupTitle({ code, incidents }: Pick<IncidentGroup, 'code' | 'incidents'>): string {
  // A newer control plane may send unknown codes and types.
  const finding = findings[code] ?? code.replaceAll('_', ' ');
  const [first] = incidents;
  if (first === undefined) return finding;
  const noun = nouns[first.subjectType] ?? 'object';
  if (incidents.length > 1) return `${incidents.length} ${noun}s ${finding}`;
  const isNamed = first.subjectType === 'node' || first.subjectType === 'executor';
  return `${isNamed ? '' : `${capitalized(noun)} `}${first.subjectName} ${finding}`;
}
