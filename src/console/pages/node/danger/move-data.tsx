import { Checkbox, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/use-api.tsx';
import { MutationButton } from '../../../display/action-button.tsx';
import { Panel } from '../../../display/page.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { Time } from '../../../display/time.tsx';
import type { TabProps } from '../shown-node.ts';
import { copiedText, isMoving, mayTakeBack, moveWords, rootChoices } from './move-text.ts';
import {
  AskNodeActionDocument,
  MoveNodeDataDocument,
  NodeMoveDocument,
  type NodeMoveQuery,
} from './operations.generated.ts';

type Shown = NonNullable<NodeMoveQuery['node']>;
type Move = NonNullable<Shown['move']>;

/** Where a node's data is, and a move of it to another data root of its host. Not shown where there is only one. */
export function MoveData({ node }: TabProps) {
  const shows = [{ type: 'node', id: node.id }, 'executor'] as const;
  const { data } = useApiQuery(NodeMoveDocument, { id: node.id }, { shows, everySeconds: 5 });
  const shown = data?.node;
  if (shown == null || (shown.executor.dataRoots.length < 2 && shown.move === null)) return null;
  const { move } = shown;
  return (
    <Panel title="Move its data">
      <Stack align="start">
        <Text fz="sm">
          {shown.dataRoot === null ? (
            'It has no data yet.'
          ) : (
            <>
              Its data is in the data root <b>{shown.dataRoot}</b> of its executor.
            </>
          )}
        </Text>
        {move !== null && <State move={move} nodeId={node.id} />}
        {(move === null || !isMoving(move.state)) && <Ask node={node} shown={shown} />}
      </Stack>
    </Panel>
  );
}

function State({ move, nodeId }: { move: Move; nodeId: string }) {
  const cancel = useApiMutation(AskNodeActionDocument, { done: 'The move is taken back.' });
  const { state, to, requestedAt, requestedBy, reason, copiedBytes, totalBytes, copiedAt } = move;
  const copied = copiedText(copiedBytes, totalBytes);
  return (
    <Stack gap="xs" w="100%">
      <Text fz="sm" role="status">
        The last move, to {to}, is {moveWords[state]}. <ForeignText>{requestedBy}</ForeignText> asked for it{' '}
        <Time at={requestedAt} />. {reason != null && <ForeignText>{reason}</ForeignText>}
      </Text>
      {state === 'copying' && copied !== null && (
        <>
          <Progress value={((copiedBytes ?? 0) / (totalBytes || 1)) * 100} aria-label="Copied part of its data" />
          <Text variant="hint">
            {copied}
            {copiedAt != null && (
              <>
                , all of it <Time at={copiedAt} /> if it goes on so
              </>
            )}
          </Text>
        </>
      )}
      {mayTakeBack(state) && (
        <Group>
          <MutationButton variant="default" mutation={cancel} variables={{ id: nodeId, action: 'cancel_move' }}>
            Take the move back
          </MutationButton>
        </Group>
      )}
    </Stack>
  );
}

function Ask({ node, shown }: TabProps & { shown: Shown }) {
  const [to, setTo] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const ask = useApiMutation(MoveNodeDataDocument, {
    done: 'The move is asked for.',
    onDone: () => {
      setTo(null);
      setSure(false);
    },
  });
  return (
    <>
      <Select
        label="To another data root"
        placeholder="Choose one"
        data={rootChoices(shown.executor.dataRoots, shown.dataRoot)}
        value={to}
        onChange={setTo}
        w={{ base: '100%', sm: 380 }}
      />
      {to !== null && (
        <>
          <Text variant="hint">
            All of it is copied, wallets and settings too, and compared. The old copy is removed once the daemon has
            answered from the new one; where it does not, the node goes back by itself.
          </Text>
          <Checkbox
            label="I know that the node is down while its data is copied."
            checked={isSure}
            onChange={({ currentTarget }) => setSure(currentTarget.checked)}
          />
          {isSure && (
            <MutationButton color="red" variant="outline" mutation={ask} variables={{ id: node.id, to }}>
              Move its data to {to}
            </MutationButton>
          )}
        </>
      )}
    </>
  );
}
