import { Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../text/counted.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { Confirm, type Question } from '../../display/dialogs/confirm.tsx';
import { Panel } from '../../display/panel.tsx';
import { formatBytes, formatNumber } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { ExecutorOffersDocument, type ExecutorOffersQuery, RecoverExecutorDocument } from './operations.generated.ts';

type Offer = NonNullable<ExecutorOffersQuery['executorOffers']>[number];

/** The nodes that hosts hold from another or a lost control plane, and their takeover. For owners and admins. */
export function Offers() {
  const { data } = useApiQuery(ExecutorOffersDocument, {}, { shows: ['executor'] });
  const [question, setQuestion] = useState<ReturnType<typeof questionAbout>>();
  const recover = useApiMutation(RecoverExecutorDocument, {
    failure: 'none',
    done: ({ recoverExecutor }) => `Took over the nodes of ${recoverExecutor.name}.`,
  });
  return (
    <>
      {(data?.executorOffers ?? []).map((offer) => (
        <Panel
          key={offer.executor.id}
          title={`${offer.executor.name} offers ${counted(offer.nodes.length, 'node')}`}
          aside={<Button onClick={() => setQuestion(questionAbout(offer))}>Take over nodes</Button>}
        >
          <Stack gap="sm">
            <Text variant="hint">
              The host holds these nodes from another or a lost control plane. They keep running. A takeover restarts
              nothing.
            </Text>
            <OfferedNodes offer={offer} />
          </Stack>
        </Panel>
      ))}
      <Confirm question={question} onClose={() => setQuestion(undefined)} mutation={recover} />
    </>
  );
}

const questionAbout = ({
  executor: { id, name },
  offeredAt,
  nodes,
}: Offer): Question<{ id: string; offeredAt: string }> => ({
  title: `Take over the nodes of ${name}?`,
  consequence: `${nodes.filter(({ problem }) => problem == null).length} of ${nodes.length} nodes join your inventory with their ids, configuration and data. Their RPC passwords are unknown here: rotate the RPC credentials afterwards.`,
  act: 'Take over nodes',
  variables: { id, offeredAt },
});

const OfferedNodes = ({ offer: { nodes } }: { offer: Offer }) => (
  <Table.ScrollContainer minWidth={640}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          {['Node', 'Network', 'Version', 'Type', 'Desired state', 'Height', 'Blocks', 'Problem'].map((title) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {nodes.map(({ id, name, newName, network, clientVersion, nodeType, desiredState, ...node }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <ForeignText>{name === newName ? name : `${name} → ${newName}`}</ForeignText>
            </Table.Td>
            <Table.Td>{network}</Table.Td>
            <Table.Td>
              <ForeignText>{clientVersion}</ForeignText>
            </Table.Td>
            <Table.Td>{nodeType}</Table.Td>
            <Table.Td>{desiredState}</Table.Td>
            <Table.Td>{node.height == null ? 'unknown' : formatNumber(node.height)}</Table.Td>
            <Table.Td>{node.sizeBytes == null ? 'unknown' : formatBytes(node.sizeBytes)}</Table.Td>
            <Table.Td>{node.problem == null ? '' : <ForeignText>{node.problem}</ForeignText>}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
