import { Menu, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { UpdateNodeDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ActionsMenu, Dialog } from '../../display/dialogs.tsx';
import { bindText, Form, FormEnd, useCloseDialog } from '../../display/form.tsx';
import { useRights } from '../../session/viewer.ts';
import type { TabProps } from './shown-node.ts';

/** What can be done with a node besides starting and stopping it. */
export function NodeMenu({ node }: TabProps) {
  const { mayChange } = useRights();
  const [isRenaming, { open, close }] = useDisclosure();
  const { id, name, desiredState } = node;
  if (!mayChange || desiredState === 'deleted') return null;
  return (
    <>
      <ActionsMenu of={name}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={open}>
          Rename node…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          renderRoot={(props) => <Link to="/nodes/new" search={{ seed: id }} {...props} />}
        >
          Copy node…
        </Menu.Item>
      </ActionsMenu>
      <Dialog title={`Rename ${name}`} isOpen={isRenaming} onClose={close}>
        <Rename node={node} />
      </Dialog>
    </>
  );
}

function Rename({ node: { id, name } }: TabProps) {
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const rename = useFormMutation(UpdateNodeDocument, { done: `Renamed ${name} to ${next}.`, onDone: useCloseDialog() });
  return (
    <Form mutation={rename} onSubmit={() => rename.mutate({ data: { name: next }, where: { id } })}>
      <Text fz="sm">The daemon keeps running. Events and audit actions keep the name of their time.</Text>
      <TextInput label="Name" data-autofocus {...bindText(typed, setTyped)} />
      <FormEnd act="Rename node" disabled={next === '' || next === name} />
    </Form>
  );
}
