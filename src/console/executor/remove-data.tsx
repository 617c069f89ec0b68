import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/failure.tsx';
import { useFocusBack } from '../display/use-focus-back.ts';
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
  const remove = useApiMutation(RemoveKeptDataDocument, { done: 'It is being removed.', failure: 'none' });
  const wallets = orphan.data?.wallets ?? null;
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
      <TextInput
        label={`Type ${orphan.name} to remove it for good`}
        value={name}
        autoFocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Group>
        <Button
          color="red"
          variant="outline"
          disabled={name !== orphan.name || !areAllNamed(wallets, named)}
          loading={remove.isPending}
          onClick={() => remove.mutate({ data: { executorId, nodeId: orphan.nodeId, name, wallets: [...named] } })}
        >
          Remove the data
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Keep it
        </Button>
      </Group>
    </Stack>
  );
}
