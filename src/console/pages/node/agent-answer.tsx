import { Alert, Group, Loader, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { AgentRequestDocument, type OpenAgentRequestMutation } from '../../../client/operations.generated.ts';
import type { RequestArgs, RequestResult } from '../../../contract/agent-requests.ts';
import type { AgentRequestKind } from '../../../contract/types.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { ForeignText } from '../../display/text.tsx';

interface AgentAnswerProps<K extends AgentRequestKind> {
  request: NonNullable<OpenAgentRequestMutation['openAgentRequest']>;
  /** Title of an error. */
  failure: string;
  children: (result: RequestResult<K>, args: RequestArgs<K>) => ReactNode;
}

/** The answer of a node's agent to a request: waiting, the result, or the error. */
export const AgentAnswer = <K extends AgentRequestKind>(props: AgentAnswerProps<K>) => (
  <OwnAnswer key={props.request.id} {...props} />
);

const everySeconds = 0.3;

function OwnAnswer<K extends AgentRequestKind>({ request: { id }, failure, children }: AgentAnswerProps<K>) {
  const [isOver, setOver] = useState(false);
  const polling = isOver ? {} : { everySeconds };
  const { data, error } = useApiQuery(AgentRequestDocument, { where: { id } }, { shows: [], ...polling });
  const answered = data?.agentRequest;
  const ended = data !== undefined && answered?.status !== 'pending';
  useEffect(() => setOver(ended), [ended]);
  if (data === undefined && error !== null) return <Failure error={error} />;
  if (!ended)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text fz="sm">Waiting for the agent…</Text>
      </Group>
    );
  if (answered?.status === 'done')
    return children(answered.result as RequestResult<K>, answered.args as RequestArgs<K>);
  return (
    <Alert role="alert" color="red" variant="light" title={failure}>
      <ForeignText>{answered?.error ?? 'The answer has expired. Try again.'}</ForeignText>
    </Alert>
  );
}
