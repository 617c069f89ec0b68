import { Button, Group, Popover, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Form } from '../../display/form.tsx';
import { atLocal, localInput } from './local-time.ts';
import { RedeliverWindowDocument } from './operations.generated.ts';

const hourMs = 3_600_000;

/** Sends all deliveries of a stretch of time again, such as after a receiver lost what it had. */
export function RedeliverWindow() {
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const redeliver = useApiMutation(RedeliverWindowDocument, {
    failure: 'none',
    done: ({ redeliverWebhooks: count }) =>
      count === 1 ? 'One delivery is on its way again.' : `${count} deliveries are on their way again.`,
    onDone: () => setOpen(false),
  });
  const open = () => {
    // The minute that runs is there as a whole.
    const now = Date.now() + 60_000;
    setFrom(localInput(now - hourMs));
    setTo(localInput(now));
    redeliver.reset();
    setOpen(true);
  };
  const [fromMs, toMs] = [atLocal(from), atLocal(to)];
  const isWindow = fromMs !== null && toMs !== null && fromMs < toMs;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      width={320}
    >
      <Popover.Target>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => (isOpen ? setOpen(false) : open())}>
          Deliver a window again…
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Deliver a window again">
        <Form
          mutation={redeliver}
          gap="sm"
          onSubmit={() => {
            if (isWindow) redeliver.mutate({ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() });
          }}
        >
          <TextInput
            type="datetime-local"
            label="From"
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label="To"
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Text variant="note">Each keeps its id and number, so that a receiver knows what it had already.</Text>
          <Group>
            <ActButton type="submit" size="xs" variant="default" disabled={!isWindow} loading={redeliver.isPending}>
              Deliver them again
            </ActButton>
          </Group>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}
