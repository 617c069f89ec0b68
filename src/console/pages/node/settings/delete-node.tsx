import { Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { NodeDataPolicy } from '../../../../contract/types.generated.ts';
import { useFormMutation } from '../../../api/use-api.tsx';
import { QueryView } from '../../../display/answers.tsx';
import { Deletion } from '../../../display/deletion.tsx';
import { TitledTexts } from '../../../display/lists/list.tsx';
import { Panel } from '../../../display/page.tsx';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { areAllNamed, type DeletableNode, deletionOutcome } from './deletion.ts';
import { DeleteNodeDocument, DeletionFactsDocument } from './operations.generated.ts';
import { WalletsToLose } from './wallets-to-lose.tsx';

/** Deletes a node, confirmed by its typed name, after a choice of what happens to its data. */
export function DeleteNode({ node }: TabProps) {
  const query = useNodeQuery(DeletionFactsDocument, { id: node.id });
  return (
    <Panel title="Delete node">
      <QueryView query={query}>{(data) => data.node && <DeletionForm node={node} facts={data.node} />}</QueryView>
    </Panel>
  );
}

function DeletionForm({ node, facts }: TabProps & { facts: DeletableNode }) {
  const [policy, setPolicy] = useState<NodeDataPolicy>('keep');
  const [wallets, setWallets] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const remove = useFormMutation(DeleteNodeDocument, {
    done: ({ deleteNode: { waitsFor } }) => `Deleting ${node.name}${waitsFor === null ? '…' : `. ${waitsFor}`}`,
    onDone: () => void navigate({ to: '/nodes' }),
  });
  const { lost, kept } = deletionOutcome(policy, facts);
  const isKept = policy === 'keep';
  const isReady = isKept || areAllNamed(facts.status.wallets, wallets);
  return (
    <Deletion
      name={node.name}
      act={isKept ? 'Delete node' : 'Delete node and chain data'}
      mutation={remove}
      variables={{
        id: node.id,
        dataPolicy: policy,
        removal: isKept ? null : { name: node.name, wallets: [...wallets] },
      }}
      isReady={isReady}
    >
      <Radio.Group label="Chain data" value={policy} onChange={(value) => setPolicy(value as NodeDataPolicy)}>
        <Stack gap="xs">
          <Radio value="keep" label="Keep on disk" description="A new node on this host can reuse it." />
          <Radio value="remove" label="Delete permanently, including wallets" description="Cannot be undone." />
        </Stack>
      </Radio.Group>
      <TitledTexts label="Will be deleted" texts={lost} />
      <TitledTexts label="Will be kept" texts={kept} />
      {!isKept && <WalletsToLose wallets={facts.status.wallets} named={wallets} onChange={setWallets} />}
      {!isReady && (
        <Text fz="sm" c="var(--console-warning)" role="status">
          Confirm the loss of each wallet, or keep the chain data.
        </Text>
      )}
    </Deletion>
  );
}
