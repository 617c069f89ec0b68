import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NodeRpcCredentialsDocument } from '../../../../client/operations.generated.ts';
import { authorityOf } from '../../../../text/authority.ts';
import { useApi } from '../../../api/use-api.tsx';
import { showFailure } from '../../../display/answers.tsx';
import { CodeBlock, CopyIcon } from '../../../display/code-block.tsx';
import { ActionButton } from '../../../display/form.tsx';
import { formatCount } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { ForeignLine, ForeignText } from '../../../display/text.tsx';
import { useRights } from '../../../session/viewer.ts';
import type { ShownNode } from '../shown-node.ts';
import { endpointExamples, tunnelTo } from './endpoint-examples.ts';

type Endpoint = NonNullable<ShownNode['status']['endpoint']>;

/** How to reach a node, with its credentials and an example for each program. */
export function Connect({ node, endpoint }: { node: ShownNode; endpoint: Endpoint }) {
  const { host, rpcPort, p2pPort, zmq } = endpoint;
  const examples = endpointExamples({ ...node, endpoint });
  const [program, choose] = useState('curl');
  const tunnel = tunnelTo(host, rpcPort, node.executor.name);
  const { text, lacks } = examples[program] ?? { text: '' };
  return (
    <Panel title="Connect">
      <Stack gap="xs">
        <Copied label="RPC" value={authorityOf(host, rpcPort)} />
        {tunnel !== null && (
          <Text variant="hint">
            This address is on the host. From elsewhere: <ForeignText>{tunnel}</ForeignText>
          </Text>
        )}
        <Copied label="Peers" value={authorityOf(host, p2pPort)} />
        {zmq.map(({ topic, url }) => (
          <Copied key={topic} label={`ZMQ ${topic}`} value={url} />
        ))}
        <Credentials />
        <Select
          mt="xs"
          label="Example"
          data={Object.keys(examples)}
          value={program}
          onChange={(chosen) => choose(chosen ?? program)}
        />
        <CodeBlock text={text} what={`${program} example`} />
        {lacks !== undefined && <Text variant="hint">{lacks}</Text>}
      </Stack>
    </Panel>
  );
}

const Copied = ({ label, value }: { label: string; value: string }) => (
  <Group justify="space-between" wrap="nowrap" gap="xs">
    <Text variant="hint">{label}</Text>
    <Group gap={4} wrap="nowrap" miw={0}>
      <ForeignLine ff="monospace" ta="end">
        {value}
      </ForeignLine>
      <CopyIcon size="sm" text={value} what={label} />
    </Group>
  </Group>
);

/** Fetched by a click and kept only while this is shown. */
function Credentials() {
  const api = useApi();
  const { mayChange } = useRights();
  const reveal = useMutation({
    mutationFn: () => api.query(NodeRpcCredentialsDocument, {}),
    onError: showFailure,
    gcTime: 0,
  });
  if (!mayChange) return <Text variant="hint">Owners and admins can show the RPC user and password.</Text>;
  const shown = reveal.data?.nodeRpcCredentials;
  if (shown == null)
    return (
      <ActionButton
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        loading={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        Reveal credentials
      </ActionButton>
    );
  return (
    <>
      <Copied label="User" value={shown.user} />
      <Copied label="Password" value={shown.password} />
      {shown.refusingNodes > 0 && (
        <Text fz="sm" c="var(--console-warning)">
          {formatCount(shown.refusingNodes, 'recovered node')} need a rotation of the credentials first.
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text variant="note">Same for all nodes.</Text>
        <Button size="xs" variant="default" onClick={() => reveal.reset()}>
          Hide
        </Button>
      </Group>
    </>
  );
}
