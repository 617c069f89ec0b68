import { Stack, Table, Text } from '@mantine/core';
import { counted } from '../../../text/counted.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { formatBytes, formatNumber } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { ExecutorOffersDocument, type ExecutorOffersQuery, RecoverExecutorDocument } from './operations.generated.ts';

type Offer = NonNullable<ExecutorOffersQuery['executorOffers']>[number];

/** Nodes of another or a lost control plane on enrolled hosts, and their takeover. For owners and admins. */
export function Offers() {
  const { data } = useApiQuery(ExecutorOffersDocument, {}, { shows: ['executor'] });
  return (data?.executorOffers ?? []).map((offer) => (
    <Panel
      key={offer.executor.id}
      title={`${offer.executor.name} offers ${counted(offer.nodes.length, 'node')}`}
      aside={<TakeOver offer={offer} />}
    >
      <Stack gap="sm">
        <Text variant="hint">
          These nodes belong to another or a lost control plane. A takeover does not restart them.
        </Text>
        <OfferedNodes offer={offer} />
      </Stack>
    </Panel>
  ));
}

const TakeOver = ({ offer: { executor, offeredAt, nodes } }: { offer: Offer }) => (
  <ConfirmButton
    color="petrol"
    variant="filled"
    question={{
      title: `Take over the nodes of ${executor.name}?`,
      consequence: `${nodes.filter(({ problem }) => problem == null).length} of ${nodes.length} nodes join your inventory with their ids, configuration and data. Their RPC passwords are unknown here: rotate the RPC credentials afterwards.`,
      act: 'Take over nodes',
      variables: { id: executor.id, offeredAt },
    }}
    operation={RecoverExecutorDocument}
    done={`Took over the nodes of ${executor.name}.`}
  >
    Take over nodes…
  </ConfirmButton>
);

const heads = ['Node', 'Network', 'Version', 'Type', 'Desired state', 'Height', 'Blocks', 'Problem'];

const OfferedNodes = ({ offer: { nodes } }: { offer: Offer }) => (
  <Table.ScrollContainer minWidth={640}>
    <Table
      data={{
        head: heads,
        body: nodes.map(
          ({ name, newName, network, clientVersion, nodeType, desiredState, height, sizeBytes, problem }) => [
            <ForeignText key="name">{name === newName ? name : `${name} → ${newName}`}</ForeignText>,
            network,
            <ForeignText key="version">{clientVersion}</ForeignText>,
            nodeType,
            desiredState,
            height == null ? 'unknown' : formatNumber(height),
            sizeBytes == null ? 'unknown' : formatBytes(sizeBytes),
            problem == null ? '' : <ForeignText key="problem">{problem}</ForeignText>,
          ],
        ),
      }}
    />
  </Table.ScrollContainer>
);
