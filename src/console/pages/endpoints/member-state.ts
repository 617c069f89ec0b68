import type { EndpointsPageQuery } from './operations.generated.ts';

type Endpoint = NonNullable<EndpointsPageQuery['endpoints']>[number];
type Member = Pick<Endpoint['members'][number], 'nodeId' | 'hasGatewayUser'>;
type Host = Pick<Endpoint['hosts'][number], 'state' | 'members'>;

/** Describes whether a node answers on a host. A host that no longer reports says nothing about it. */
export function memberState({ nodeId, hasGatewayUser }: Member, { state, members }: Host) {
  if (state === 'silent') return { tone: 'idle', word: 'unknown', text: '' } as const;
  const reported = members.find((each) => each.nodeId === nodeId);
  const isUsed = reported?.code === 'used';
  return {
    tone: isUsed ? 'good' : 'idle',
    word: isUsed ? 'answers' : 'does not answer',
    text: hasGatewayUser ? (reported?.reason ?? 'not reported yet') : 'Joins after its next restart.',
  } as const;
}
