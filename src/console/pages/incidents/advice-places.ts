import type { AlertCode, NodeProblemCode } from '../../../contract/types.generated.ts';
import type { Rights } from '../../session/rights.ts';

interface Place {
  label: string;
  to: string;
  search?: Readonly<Record<string, string>>;
}

export interface AdviceSubject {
  code: AlertCode | NodeProblemCode;
  nodeId?: string | null | undefined;
  executorId?: string | null | undefined;
  /** The id of what it is about: of the rollout where it is about one. */
  subjectId?: string;
  /** The name of what it is about: of the executor where it is about one. */
  subjectName: string;
}

const ofNode = {
  why: { label: 'Why it is so', search: { tab: 'why' } },
  log: { label: 'Its log', search: { tab: 'logs' } },
  configuration: { label: 'Its configuration', search: { tab: 'configuration' } },
  peers: { label: 'Its peers', search: { tab: 'rpc', method: 'getpeerinfo' } },
  version: { label: 'Its version', search: { tab: 'danger' } },
} as const;
type OfNode = keyof typeof ofNode;

type PlaceName =
  | OfNode
  | 'executor'
  | 'room'
  | 'upgrade'
  | 'nodes'
  | 'events'
  | 'keys'
  | 'deliveries'
  | 'rollout'
  | 'network';

/** Where the advice of a code can be followed; nowhere where only the host can be fixed. */
const placeNames: Readonly<Partial<Record<AlertCode | NodeProblemCode, readonly PlaceName[]>>> = {
  executor_offline: ['executor'],
  node_failing: ['why', 'log'],
  crash_loop: ['log', 'configuration'],
  restarts_often: ['log', 'configuration'],
  memory_limit: ['configuration'],
  memory_near_limit: ['configuration'],
  no_peers: ['peers', 'configuration'],
  sync_stalled: ['log', 'peers', 'room'],
  download_stalled: ['log', 'peers'],
  headers_ahead: ['log', 'peers'],
  behind_network: ['log', 'peers'],
  chain_split: ['network'],
  tip_stale: ['peers'],
  daemon_warning: ['version'],
  change_taken_back: ['configuration'],
  client_end_of_life: ['version'],
  client_vulnerable: ['version'],
  client_withdrawn: ['version'],
  disk_low: ['nodes', 'room'],
  disk_filling: ['room'],
  key_ends_soon: ['keys'],
  webhook_failing: ['deliveries'],
  agent_outdated: ['upgrade'],
  upgrade_failed: ['events', 'upgrade'],
  rollout_stopped: ['rollout'],
};

/** Returns the places of the console where an advice can be followed, by somebody with these rights. */
export function advicePlaces(subject: AdviceSubject, { mayChange }: Pick<Rights, 'mayChange'>): Place[] {
  // A newer control plane may know codes that this page does not.
  return (placeNames[subject.code] ?? []).flatMap((name) => {
    if (!mayChange && (name === 'version' || name === 'keys')) return [];
    return placeOf(name, subject) ?? [];
  });
}

function placeOf(name: PlaceName, { nodeId, executorId, subjectId, subjectName }: AdviceSubject): Place | undefined {
  switch (name) {
    case 'keys':
      return { label: 'API keys', to: '/keys' };
    case 'deliveries':
      return { label: 'Its deliveries', to: '/notifications' };
    case 'nodes':
      return { label: 'Its nodes', to: '/nodes', search: { executor: subjectName } };
    case 'events':
      return { label: 'Its events', to: '/events', search: { executor: subjectName } };
    case 'network':
      return subjectId === undefined
        ? undefined
        : { label: 'The network', to: `/networks/${encodeURIComponent(subjectId)}` };
    case 'rollout':
      return subjectId === undefined ? undefined : { label: 'The rollout', to: `/executors/upgrade/${subjectId}` };
    case 'executor':
    case 'room':
    case 'upgrade':
      return executorId == null ? undefined : { label: executorLabels[name], to: `/executors/${executorId}` };
    default:
      return nodeId == null ? undefined : { ...ofNode[name], to: `/nodes/${nodeId}` };
  }
}

const executorLabels = { executor: 'The executor', room: 'The room of its host', upgrade: 'Its agent' } as const;
