import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { NodeDataPolicy } from '../../../contract/types.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/failure.tsx';
import { Panel } from '../../display/panel.tsx';
import type { TabProps } from '../shown-node.ts';
import { DeleteNodeDocument } from './operations.generated.ts';

/** The end of a node, by its name typed out; what is kept and what is lost is chosen first. */
export function DeleteNode({ node }: TabProps) {
  const [policy, setPolicy] = useState<NodeDataPolicy>('keep');
  const [name, setName] = useState('');
  const [wallets, setWallets] = useState('');
  const removal = policy === 'keep' ? null : { name, wallets: namesIn(wallets) };
  const navigate = useNavigate();
  const remove = useApiMutation(DeleteNodeDocument, {
    failure: 'none',
    done: ({ deleteNode: { waitsFor } }) => `${node.name} is being deleted.${waitsFor == null ? '' : ` ${waitsFor}`}`,
    onDone: () => void navigate({ to: '/nodes' }),
  });
  return (
    <Panel title="Delete the node">
      <Stack align="start">
        {remove.error !== null && <Failure error={remove.error} />}
        <Text fz="sm">
          The daemon ends gently and its container is removed. Its address stops answering for whoever uses it.
        </Text>
        <Radio.Group label="Its chain data" value={policy} onChange={(value) => setPolicy(value as NodeDataPolicy)}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="keep"
              label="stays on the executor’s disk"
              description="Another node can go on with it; its executor lists it."
            />
            <Radio
              value="remove"
              label="is removed, wallets in it as well"
              description="It cannot be brought back. Fetching the chain again takes hours to days."
            />
          </Stack>
        </Radio.Group>
        {policy === 'remove' && (
          <TextInput
            label="Wallets in it that are lost for ever"
            description="Their names, with commas. A wallet that is not named keeps the data from being removed."
            value={wallets}
            onChange={({ currentTarget }) => setWallets(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            w={{ base: '100%', sm: 320 }}
          />
        )}
        <TextInput
          label={`Type ${node.name} to delete it`}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          w={{ base: '100%', sm: 320 }}
        />
        {name === node.name && (
          <Button
            color="red"
            variant="outline"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: node.id, policy, removal })}
          >
            {policy === 'keep' ? 'Delete the node' : 'Delete the node and its chain data'}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

/** An empty field names no wallet; the default wallet, whose name is empty, is written as an empty entry: `,`. */
const namesIn = (text: string): string[] =>
  text.trim() === '' ? [] : [...new Set(text.split(',').map((name) => name.trim()))];
