import { Alert, Button, List, Stack, Text, Timeline } from '@mantine/core';
import { ExplainNodeDocument, type ExplainNodeQuery } from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { Failure, QueryView } from '../../display/answers.tsx';
import { withKeys } from '../../display/lists/column.ts';
import { Panel } from '../../display/page.tsx';
import { MessageText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import type { TabProps } from './shown-node.ts';

const everySeconds = 5;

export function WhyTab({ node }: TabProps) {
  const query = useApiQuery(
    ExplainNodeDocument,
    { id: node.id },
    { shows: [{ type: 'node', id: node.id }], everySeconds },
  );
  return (
    <QueryView query={query} height={320}>
      {({ explainNode }) =>
        explainNode == null ? (
          <Failure error={query.error ?? new Error('no explanation')}>
            <Button mt="sm" size="xs" variant="default" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Failure>
        ) : (
          <Explanation {...explainNode} isSynced={node.status.phase === 'running'} />
        )
      }
    </QueryView>
  );
}

function Explanation({
  desired,
  observed,
  steps,
  waitingFor,
  explainedAt,
  staleReason,
  isSynced,
}: NonNullable<ExplainNodeQuery['explainNode']> & { isSynced: boolean }) {
  return (
    <Stack>
      {staleReason != null && (
        <Alert color="orange" variant="light" title="May be out of date">
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
        {steps.length === 0 && waitingFor == null && (
          <Text>
            No pending steps. The container matches the desired state.
            {!isSynced && ' The node is not synced yet: see its status above.'}
          </Text>
        )}
        {waitingFor != null && (
          <Text mb={steps.length === 0 ? 0 : 'md'}>
            Waiting: <MessageText>{waitingFor}</MessageText>
          </Text>
        )}
        {steps.length > 0 && (
          <Timeline active={0} bulletSize={18}>
            {withKeys(steps, ({ action }) => action).map(({ key, entry: { action, why } }) => (
              <Timeline.Item key={key} title={<MessageText>{action}</MessageText>}>
                <Text variant="hint">
                  Reason: <MessageText>{why}</MessageText>
                </Text>
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Panel>
      <Panel title="Desired state">
        <Lines lines={desired} />
      </Panel>
      <Panel title="Observed state">
        <Lines lines={observed} />
      </Panel>
    </Stack>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <List fz="sm" spacing={4}>
    {withKeys(lines, (line) => line).map(({ key, entry: line }) => (
      <List.Item key={key}>
        <MessageText>{line}</MessageText>
      </List.Item>
    ))}
  </List>
);
