import { isDeepStrictEqual } from 'node:util';
import type { EndpointHostMember } from '../../contract/types.generated.ts';
import type { ControlPlaneEvent } from '../history/events/record-events.ts';
import type { endpointReport } from '../tables/endpoints.ts';
import { eventWithData } from './endpoint-events.ts';

type Member = Pick<EndpointHostMember, 'nodeId' | 'code' | 'reason'>;
type Report = Pick<typeof endpointReport.$inferSelect, 'isListening' | 'reason' | 'digest'> & { members: Member[] };

/**
 * Returns the nodes that a gateway began to use, or no longer uses, since its previous report. A gateway that has not asked
 * a node yet, because it just started, says nothing about it.
 */
export const memberChanges = <M extends Member>(before: readonly Member[], after: readonly M[]): M[] =>
  after.filter(({ nodeId, code }) => {
    const wasUsed = before.some((each) => each.nodeId === nodeId && isUsed(each));
    return code !== 'starting' && isUsed({ code }) !== wasUsed;
  });

const isUsed = ({ code }: Pick<Member, 'code'>): boolean => code === 'used';

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
        `The endpoint ${endpointName} no longer uses ${nodeName}: ${reason}`,
        data,
        of,
      );
}
