import { Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteNodeDocument } from '../../../../client/operations.generated.ts';
import type { NodeDataPolicy } from '../../../../contract/types.generated.ts';
import { useFormMutation } from '../../../api/use-api.tsx';
import { Deletion } from '../../../display/deletion.tsx';
import { TitledTexts } from '../../../display/lists/list.tsx';
import { Panel } from '../../../display/page.tsx';
import type { TabProps } from '../shown-node.ts';
import { areAllNamed, deletionOutcome } from './deletion.ts';
import { WalletsToLose } from './wallets-to-lose.tsx';

/** Deletes a node, confirmed by its typed name, after a choice of what happens to its data. */
export function DeleteNode({ node }: TabProps) {
  const [policy, setPolicy] = useState<NodeDataPolicy>('keep');
  const [wallets, setWallets] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const remove = useFormMutation(DeleteNodeDocument, {
    done: ({
      deleteNode: {
        node: { waitsFor },
      },
    }) => `Deleting ${node.name}${waitsFor === null ? '…' : `. ${waitsFor}`}`,
    onDone: () => void navigate({ to: '/nodes' }),
  });
  const { lost, kept } = deletionOutcome(policy, node);
  const isKept = policy === 'keep';
  const isReady = isKept || areAllNamed(node.status.wallets, wallets);
  return (
    <Panel title="Delete node">
      <Deletion
        name={node.name}
        act={isKept ? 'Delete node' : 'Delete node and chain data'}
        mutation={remove}
        variables={{
          where: { id: node.id },
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
        {!isKept && <WalletsToLose wallets={node.status.wallets} named={wallets} onChange={setWallets} />}
        {!isReady && (
          <Text fz="sm" c="var(--console-warning)" role="status">
            Confirm the loss of each wallet, or keep the chain data.
          </Text>
        )}
      </Deletion>
    </Panel>
  );
}
