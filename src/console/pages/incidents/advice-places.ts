import { advicePages } from '../../../contract/advice.ts';
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
  /** The id of the affected object, such as a rollout. */
  subjectId?: string;
  /** The name of the affected object, such as a host. */
  subjectName: string;
}

const ofNode = {
  why: { label: 'Explain state', search: { tab: 'why' } },
  log: { label: 'View logs', search: { tab: 'logs' } },
  configuration: { label: 'View configuration', search: { tab: 'configuration' } },
  peers: { label: 'View peers', search: { tab: 'rpc', method: 'getpeerinfo' } },
  version: { label: 'Change version', search: { tab: 'danger' } },
} as const;

type PlaceName = (typeof advicePages)[keyof typeof advicePages][number];
const placeNames: Readonly<Partial<Record<AdviceSubject['code'], readonly PlaceName[]>>> = advicePages;

/** Returns the links of an advice for a person's rights. */
export function advicePlaces(subject: AdviceSubject, { mayChange }: Pick<Rights, 'mayChange'>): Place[] {
  // A newer control plane may send unknown codes.
  return (placeNames[subject.code] ?? []).flatMap((name) => {
    if (!mayChange && (name === 'version' || name === 'keys')) return [];
    return placeOf(name, subject) ?? [];
  });
}

function placeOf(name: PlaceName, { nodeId, executorId, subjectId, subjectName }: AdviceSubject): Place | undefined {
  switch (name) {
    case 'keys':
      return { label: 'View API keys', to: '/keys' };
    case 'deliveries':
      return { label: 'View deliveries', to: '/notifications' };
    case 'nodes':
      return { label: 'View nodes', to: '/nodes', search: { executor: subjectName } };
    case 'events':
      return { label: 'View events', to: '/events', search: { executor: subjectName } };
    case 'network':
      return subjectId === undefined
        ? undefined
        : { label: 'View network', to: `/networks/${encodeURIComponent(subjectId)}` };
    case 'rollout':
      return subjectId === undefined ? undefined : { label: 'View rollout', to: `/executors/upgrade/${subjectId}` };
    case 'executor':
    case 'room':
    case 'upgrade':
      return executorId == null ? undefined : { label: executorLabels[name], to: `/executors/${executorId}` };
    default:
      return nodeId == null ? undefined : { ...ofNode[name], to: `/nodes/${nodeId}` };
  }
}

const executorLabels = { executor: 'View host', room: 'View capacity', upgrade: 'View agent' } as const;
