import { Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Network, networks } from '../../../bitcoin/network.ts';
import { CreateEndpointDocument, UpdateEndpointDocument } from '../../../client/operations.generated.ts';
import { useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { bindText, Form, FormEnd, useCloseDialog } from '../../display/form.tsx';
import { changesOf, type DraftFaults, draftOf, type EndpointDraft, faultsOf, inputOf } from './endpoint-draft.ts';
import { NamePicker } from './name-picker.tsx';
import { EndpointHostsDocument, EndpointNodesDocument, type EndpointsPageQuery } from './operations.generated.ts';

type Endpoint = NonNullable<EndpointsPageQuery['endpoints']>[number];

/** Creates an endpoint, or changes one, whose network stays. */
export function EndpointForm({ endpoint }: { endpoint?: Endpoint }) {
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  // Faults are shown once somebody tried to save.
  const [isTried, setTried] = useState(false);
  const close = useCloseDialog();
  const create = useFormMutation(CreateEndpointDocument, {
    done: ({ createEndpoint: { endpoint: created } }) => `${created.name} created. Create a consumer for each program.`,
    onDone: close,
  });
  const update = useFormMutation(UpdateEndpointDocument, { done: 'Endpoint saved.', onDone: close });
  const faults = faultsOf(draft);
  const shown = isTried ? faults : {};
  const change = (changed: Partial<EndpointDraft>) => setDraft({ ...draft, ...changed });
  const submit = () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    if (endpoint === undefined) return create.mutate({ data: inputOf(draft) });
    const data = changesOf(draft, endpoint);
    if (Object.keys(data).length === 0) close();
    else update.mutate({ data, where: { id: endpoint.id } });
  };
  return (
    <Form mutation={endpoint === undefined ? create : update} onSubmit={submit}>
      <TextInput
        label="Name"
        required
        maxLength={63}
        data-autofocus
        {...bindText(draft.name, (name) => change({ name }))}
      />
      {endpoint === undefined && (
        <Select
          label="Network"
          data={[...networks]}
          value={draft.network}
          onChange={(network) => change({ network: network as Network, nodeIds: [] })}
        />
      )}
      <NodeFields draft={draft} onChange={change} error={shown.nodes} />
      <HostField draft={draft} onChange={change} error={shown.hosts} />
      <AddressFields draft={draft} onChange={change} faults={shown} />
      {endpoint !== undefined && (
        <TextInput
          label="Pinned block"
          description="Hash of a block. While a split is even, nodes on its branch answer."
          {...bindText(draft.pinnedBlockHash, (pinnedBlockHash) => change({ pinnedBlockHash }))}
        />
      )}
      <FormEnd act={endpoint === undefined ? 'Create endpoint' : 'Save endpoint'} />
    </Form>
  );
}

interface FieldsProps {
  draft: EndpointDraft;
  onChange: (changed: Partial<EndpointDraft>) => void;
}

function NodeFields({ draft, onChange, error }: FieldsProps & { error: string | undefined }) {
  const { isByLabel, network, nodeIds, nodeLabels } = draft;
  const nodes = useWholeList(EndpointNodesDocument, { network }, { shows: ['node'] });
  return (
    <>
      <Select
        label="Nodes that answer"
        data={[
          { value: 'list', label: 'Selected nodes' },
          { value: 'label', label: 'Nodes with labels' },
        ]}
        value={isByLabel ? 'label' : 'list'}
        onChange={(value) => onChange({ isByLabel: value === 'label' })}
      />
      {isByLabel ? (
        <Textarea
          label="Labels"
          description="One per line, for example tier=public. Nodes have all of them, themselves or by their host."
          minRows={2}
          spellCheck={false}
          {...bindText(nodeLabels, (text) => onChange({ nodeLabels: text }))}
          error={error}
        />
      ) : (
        <QueryView query={nodes} height={80}>
          {(rows) => (
            <NamePicker
              label="Nodes"
              empty={`No nodes of ${network} yet`}
              // Those of a custom signet follow another chain.
              choices={rows.filter(({ signet, desiredState }) => signet == null && desiredState !== 'deleted')}
              chosen={nodeIds}
              onChange={(chosen) => onChange({ nodeIds: chosen })}
              error={error}
            />
          )}
        </QueryView>
      )}
    </>
  );
}

function HostField({ draft: { executorIds }, onChange, error }: FieldsProps & { error: string | undefined }) {
  const hosts = useWholeList(EndpointHostsDocument, {}, { shows: ['executor'] });
  return (
    <QueryView query={hosts} height={80}>
      {(choices) => (
        <NamePicker
          label="Hosts whose gateways listen"
          empty="No hosts yet"
          choices={choices}
          chosen={executorIds}
          onChange={(chosen) => onChange({ executorIds: chosen })}
          error={error}
        />
      )}
    </QueryView>
  );
}

function AddressFields({
  draft: { address, port, certFile, keyFile },
  onChange,
  faults,
}: FieldsProps & { faults: DraftFaults }) {
  return (
    <>
      <Group align="start" grow>
        <TextInput label="Address" required {...bindText(address, (changed) => onChange({ address: changed }))} />
        <TextInput
          label="Port"
          inputMode="numeric"
          required
          {...bindText(port, (changed) => onChange({ port: changed }))}
          error={faults.port}
        />
      </Group>
      <TextInput
        label="TLS certificate"
        placeholder="/etc/satrap/tls/cert.pem"
        {...bindText(certFile, (changed) => onChange({ certFile: changed }))}
        error={faults.tls}
      />
      <TextInput
        label="TLS private key"
        placeholder="/etc/satrap/tls/key.pem"
        {...bindText(keyFile, (changed) => onChange({ keyFile: changed }))}
      />
      <Text variant="hint">
        Files on each host, readable by the user satrap. Without TLS, an endpoint listens only on addresses of the host
        itself, such as 127.0.0.1.
      </Text>
    </>
  );
}
