import { Alert, SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { SatrapError } from '../../../../client/error.ts';
import { ExplainNodeDocument, type ExplainNodeQuery } from '../../../../client/operations.generated.ts';
import { useApiQuery } from '../../../api/use-api.tsx';
import { QueryView } from '../../../display/answers.tsx';
import { TextList } from '../../../display/lists/list.tsx';
import { Panel } from '../../../display/page.tsx';
import { MessageText, Time } from '../../../display/text.tsx';
import { HostSilent } from '../host-silent.tsx';
import type { TabProps } from '../shown-node.ts';

export function Explanation({ node }: TabProps) {
  const shows = [{ type: 'node', id: node.id } as const];
  const query = useApiQuery(ExplainNodeDocument, { where: { id: node.id } }, { shows, everySeconds: 5 });
  const { data, error, refetch } = query;
  if (data === undefined && error instanceof SatrapError && error.code === 'executor_not_answering')
    return <HostSilent host={node.executor.name} text={silentText} retry={() => void refetch()} />;
  return (
    <QueryView query={query} height={320}>
      {({ explainNode }) =>
        explainNode && <Explained explanation={explainNode} isSynced={node.status.phase === 'running'} />
      }
    </QueryView>
  );
}

const silentText = 'No answer within 2 s. The host may be busy or offline.';

type NodeExplanation = NonNullable<ExplainNodeQuery['explainNode']>;

function Explained({ explanation, isSynced }: { explanation: NodeExplanation; isSynced: boolean }) {
  const { desired, observed, steps, waitingFor, explainedAt, staleReason } = explanation;
  return (
    <Stack>
      {staleReason !== null && (
        <Alert color="orange" title="May be out of date">
          <MessageText>{staleReason}</MessageText>
        </Alert>
      )}
      <Panel
        title="Next steps"
        aside={
          <Text variant="note">
            updated <Time at={explainedAt} everySeconds={1} />
          </Text>
        }
      >
        {steps.length === 0 && waitingFor === null && (
          <Text>
            No pending steps. The container matches the desired state.
            {!isSynced && ' The node is not synced yet: see its status above.'}
          </Text>
        )}
        {waitingFor !== null && (
          <Text mb={steps.length === 0 ? 0 : 'md'}>
            Waiting: <MessageText>{waitingFor}</MessageText>
          </Text>
        )}
        {steps.length > 0 && (
          <Timeline active={0} bulletSize={18}>
            {[...steps.entries()].map(([key, { action, why }]) => (
              <Timeline.Item key={key} title={<MessageText>{action}</MessageText>}>
                <Text variant="hint">
                  Reason: <MessageText>{why}</MessageText>
                </Text>
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Panel>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel title="Desired state">
          <TextList texts={desired} />
        </Panel>
        <Panel title="Observed state">
          <TextList texts={observed} />
        </Panel>
      </SimpleGrid>
    </Stack>
  );
}
