import { advicePages } from '../../../contract/advice.ts';
import type { AlertCode, AlertSubjectType, NodeProblemCode } from '../../../contract/types.generated.ts';
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
  /** The kind of the affected object; undefined for a problem of a node. */
  subjectType?: AlertSubjectType;
  /** The name of the affected object, such as a host. */
  subjectName: string;
}

type PlaceOf = (subject: AdviceSubject) => Place | undefined;

/** Returns the places on the pages of a kind of object. */
const on =
  (idOf: 'nodeId' | 'executorId' | 'subjectId', path: string) =>
  (label: string, search?: Place['search']): PlaceOf =>
  ({ [idOf]: id }) =>
    id == null ? undefined : { label, to: `${path}/${encodeURIComponent(id)}`, search };

const onNode = on('nodeId', '/nodes');
const onExecutor = on('executorId', '/executors');

type PlaceName = (typeof advicePages)[keyof typeof advicePages][number];

const places: Readonly<Record<PlaceName, PlaceOf>> = {
  why: onNode('Diagnose', { tab: 'diagnose' }),
  log: onNode('View logs', { tab: 'logs' }),
  configuration: onNode('View configuration', { tab: 'configuration' }),
  peers: onNode('View peers', { tab: 'diagnose', method: 'getpeerinfo' }),
  version: onNode('Change version', { tab: 'configuration' }),
  executor: onExecutor('View host'),
  room: onExecutor('View capacity'),
  upgrade: onExecutor('View agent'),
  keys: () => ({ label: 'View API keys', to: '/keys' }),
  deliveries: () => ({ label: 'View deliveries', to: '/notifications' }),
  nodes: ({ subjectName }) => ({ label: 'View nodes', to: '/nodes', search: { executor: subjectName } }),
  events: ({ subjectName }) => ({ label: 'View events', to: '/events', search: { executor: subjectName } }),
  network: on('subjectId', '/networks')('View network'),
  rollout: (subject) =>
    on('subjectId', subject.subjectType === 'node_rollout' ? '/rollouts' : '/executors/upgrade')('View rollout')(
      subject,
    ),
};

const namesOf: Readonly<Partial<Record<AdviceSubject['code'], readonly PlaceName[]>>> = advicePages;

/** Returns the links for an incident’s advice that a person may follow. */
export const advicePlaces = (subject: AdviceSubject, { mayChange }: Pick<Rights, 'mayChange'>): Place[] =>
  // A newer control plane may send unknown codes.
  (namesOf[subject.code] ?? [])
    .filter((name) => mayChange || (name !== 'version' && name !== 'keys'))
    .flatMap((name) => places[name](subject) ?? []);
