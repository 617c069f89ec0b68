import { Menu } from '@mantine/core';
import { useState } from 'react';
import { DeleteEndpointDocument } from '../../../client/operations.generated.ts';
import { ActionsMenu, Confirm, Dialog } from '../../display/dialogs.tsx';
import { formatCount } from '../../display/format.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointsPageQuery } from './operations.generated.ts';

interface EndpointMenuProps {
  endpoint: NonNullable<EndpointsPageQuery['endpoints']>[number];
  consumerCount: number;
}

export function EndpointMenu({ endpoint, consumerCount }: EndpointMenuProps) {
  const { id, name } = endpoint;
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const close = () => setAsked(undefined);
  const consumers = consumerCount === 0 ? '' : ` ${formatCount(consumerCount, 'consumer')} will be deleted with it.`;
  const question = {
    title: `Delete endpoint ${name}?`,
    consequence: `Its gateways stop listening at once.${consumers} Its nodes keep running.`,
    act: 'Delete endpoint',
    variables: { where: { id } },
  };
  return (
    <>
      <ActionsMenu of={name}>
        <Menu.Item onClick={() => setAsked('edit')}>Edit endpoint…</Menu.Item>
        <Menu.Item onClick={() => setAsked('delete')}>Delete endpoint…</Menu.Item>
      </ActionsMenu>
      <Dialog title={`Edit ${name}`} isOpen={asked === 'edit'} onClose={close}>
        <EndpointForm endpoint={endpoint} />
      </Dialog>
      <Confirm
        question={asked === 'delete' ? question : undefined}
        operation={DeleteEndpointDocument}
        done="Endpoint deleted."
        onClose={close}
      />
    </>
  );
}
