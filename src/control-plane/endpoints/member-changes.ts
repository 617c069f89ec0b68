import { isDeepStrictEqual } from 'node:util';
import type { EndpointHostMember } from '../../contract/types.generated.ts';
import type { ControlPlaneEvent } from '../history/events/record-events.ts';
import type { endpointReport, StoredHostMember } from '../tables/endpoints.ts';
import { eventWithData } from './endpoint-events.ts';

type Member = Pick<EndpointHostMember, 'nodeId' | 'code' | 'reason'>;
type Stored = Member & Partial<Pick<StoredHostMember, 'recorded'>>;
type Report = Pick<typeof endpointReport.$inferSelect, 'isListening' | 'reason' | 'digest'> & { members: Member[] };

/**
 * Returns the reported nodes with what events say of each. A node that is not used is recorded from its second such report
 * on: a busy one is left out for a moment again and again. A gateway that has just started says nothing of its nodes.
 */
export const withRecorded = <M extends Member>(
  before: readonly Stored[],
  after: readonly M[],
): (M & Pick<StoredHostMember, 'recorded'>)[] =>
  after.map((member) => {
    const previous = before.find(({ nodeId }) => nodeId === member.nodeId);
    const recorded = previous?.recorded ?? null;
    if (isUsed(member)) return { ...member, recorded: 'used' };
    return { ...member, recorded: isUnused(member) && isUnused(previous) ? 'unused' : recorded };
  });

/** Returns the nodes of which a report is the first to record what it does. */
export const memberChanges = <M extends Stored>(before: readonly Stored[], after: readonly M[]): M[] =>
  after.filter(({ nodeId, recorded = null }) => {
    const previous = before.find((each) => each.nodeId === nodeId)?.recorded ?? null;
    return recorded !== null && recorded !== previous;
  });

const isUsed = ({ code }: Pick<Member, 'code'>): boolean => code === 'used';
const isUnused = (member: Member | undefined): boolean =>
  member !== undefined && !isUsed(member) && member.code !== 'starting';

/** Whether a report shows people something else than the previous one. Heights and times change all the time. */
export const isVisibleChange = (before: Report | undefined, after: Report): boolean =>
  before === undefined || !isDeepStrictEqual(shown(before), shown(after));

const shown = ({ isListening, reason, digest, members }: Report) => ({
  ...{ isListening, reason, digest },
  codes: members.map(({ nodeId, code }) => [nodeId, code]),
});

interface Served {
  endpointId: string;
  endpointName: string;
  nodeName: string;
  executorName: string;
}

export function memberEvent(
  { nodeId, code, reason }: Member,
  { endpointId, endpointName, nodeName, executorName }: Served,
): ControlPlaneEvent {
  const data = { endpointId, endpointName, code, reason };
  const of = { executorName, nodeName, nodeId };
  return isUsed({ code })
    ? eventWithData('endpoint.member_used', `The endpoint ${endpointName} uses ${nodeName}.`, data, of)
    : eventWithData(
        'endpoint.member_unused',
        `The endpoint ${endpointName} does not use ${nodeName}: ${reason}`,
        data,
        of,
      );
}
