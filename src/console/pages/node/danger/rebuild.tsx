import { Checkbox, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { NodeAction } from '../../../../contract/types.generated.ts';
import { useApiMutation, useApiQuery } from '../../../api/use-api.tsx';
import { MutationButton } from '../../../display/action-button.tsx';
import { formatPart } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { Time } from '../../../display/time.tsx';
import type { TabProps } from '../shown-node.ts';
import { AskNodeActionDocument, NodeReindexStateDocument, type NodeReindexStateQuery } from './operations.generated.ts';

type Reindex = NonNullable<NonNullable<NodeReindexStateQuery['node']>['reindex']>;

const words: Record<Reindex['state'], string> = {
  asked: 'asked for, and not begun',
  running: 'under way',
  done: 'done',
  failed: 'failed',
  cancelled: 'taken back',
};

/** A rebuild of the chain data, for what is truly damaged. */
export function Rebuild({ node }: TabProps) {
  const shows = [{ type: 'node', id: node.id }] as const;
  const { data } = useApiQuery(NodeReindexStateDocument, { id: node.id }, { shows, everySeconds: 10 });
  const reindex = data?.node?.reindex;
  const isUnderWay = reindex?.state === 'asked' || reindex?.state === 'running';
  return (
    <Panel title="Rebuild the chain data">
      <Stack align="start">
        {reindex != null && <State reindex={reindex} nodeId={node.id} />}
        {!isUnderWay && <Ask node={node} />}
      </Stack>
    </Panel>
  );
}

function State({ reindex, nodeId }: { reindex: Reindex; nodeId: string }) {
  const cancel = useApiMutation(AskNodeActionDocument, { done: 'The rebuild is taken back.' });
  const { state, requestedAt, requestedBy, reason, progress, estimatedEndAt } = reindex;
  return (
    <Stack gap="xs" w="100%">
      <Text fz="sm">
        The last rebuild is {words[state]}. <ForeignText>{requestedBy}</ForeignText> asked for it{' '}
        <Time at={requestedAt} />. {reason != null && <ForeignText>{reason}</ForeignText>}
      </Text>
      {state === 'running' && progress != null && (
        <>
          <Progress value={progress * 100} aria-label="Rebuilt part of the chain" />
          <Text variant="hint">
            {formatPart(progress)}
            {estimatedEndAt != null && (
              <>
                , done <Time at={estimatedEndAt} /> if it goes on so
              </>
            )}
          </Text>
        </>
      )}
      {state === 'asked' && (
        <Group>
          <MutationButton variant="default" mutation={cancel} variables={{ id: nodeId, action: 'cancel_reindex' }}>
            Take it back
          </MutationButton>
        </Group>
      )}
    </Stack>
  );
}

function Ask({ node }: TabProps) {
  const prunes = node.nodeType === 'pruned';
  const [action, setAction] = useState<NodeAction>('reindex');
  const [isSure, setSure] = useState(false);
  const ask = useApiMutation(AskNodeActionDocument, {
    done: 'The rebuild is asked for.',
    onDone: () => setSure(false),
  });
  const consequence = prunes
    ? 'I know that the node downloads the whole chain again.'
    : `I know that the node serves nothing current until then${node.network === 'mainnet' ? ', which takes days' : ''}.`;
  return (
    <>
      <Text variant="hint">
        Only for data that is truly damaged, as the daemon’s log says: not after a full disk, and not after another
        version.
      </Text>
      {!prunes && (
        <Select
          label="What to rebuild"
          data={[
            { value: 'reindex', label: 'The block index and chain state' },
            { value: 'reindex_chainstate', label: 'The chain state alone, from sound blocks' },
          ]}
          value={action}
          onChange={(value) => setAction((value ?? 'reindex') as NodeAction)}
          allowDeselect={false}
          w={{ base: '100%', sm: 380 }}
        />
      )}
      <Checkbox label={consequence} checked={isSure} onChange={({ currentTarget }) => setSure(currentTarget.checked)} />
      {isSure && (
        <MutationButton
          color="red"
          variant="outline"
          mutation={ask}
          variables={{ id: node.id, action, downloadAgain: prunes }}
        >
          Rebuild
        </MutationButton>
      )}
    </>
  );
}
