import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { TypedName } from '../../display/dialogs/typed-name.tsx';
import { MutationButton } from '../../display/focus/act-button.tsx';
import { useFocusBack } from '../../display/focus/use-focus-back.ts';
import { areAllNamed } from '../node/danger/deletion.ts';
import { WalletsToLose } from '../node/danger/wallets-to-lose.tsx';
import { RemoveKeptDataDocument } from './operations.generated.ts';
import type { Orphan } from './shown-executor.ts';

/** Removes what a node left, by its name typed out, and by those of its wallets. */
export function RemoveData({ executorId, orphan }: { executorId: string; orphan: Orphan }) {
  const [isOpen, setOpen] = useState(false);
  const button = useFocusBack(isOpen);
  const [name, setName] = useState('');
  const [named, setNamed] = useState<readonly string[]>([]);
  const remove = useApiMutation(RemoveKeptDataDocument, { failure: 'none' });
  const wallets = orphan.data?.wallets ?? null;
  if (remove.isSuccess)
    return (
      <Text fz="sm" mt={4} role="status">
        It is being removed. Its agent says when it is gone.
      </Text>
    );
  if (!isOpen)
    return (
      <Button ref={button} mt={4} size="xs" variant="default" onClick={() => setOpen(true)}>
        Remove…
      </Button>
    );
  return (
    <Stack gap="xs" mt="xs" maw={420}>
      {remove.error !== null && <Failure error={remove.error} />}
      <WalletsToLose wallets={wallets} named={named} onChange={setNamed} />
      <TypedName name={orphan.name} act="remove it for good" value={name} onChange={setName} autoFocus />
      <Group>
        <MutationButton
          color="red"
          variant="outline"
          disabled={name !== orphan.name || !areAllNamed(wallets, named)}
          mutation={remove}
          variables={{ data: { executorId, nodeId: orphan.nodeId, name, wallets: [...named] } }}
        >
          Remove the data
        </MutationButton>
        <Button variant="default" onClick={() => setOpen(false)}>
          Keep it
        </Button>
      </Group>
    </Stack>
  );
}
