import { Group, Stack, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useApiQuery, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { actionsColumn, type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { Empty } from '../../display/lists/list.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText, PageLink, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { CreateConsumer } from './consumer-form.tsx';
import { ConsumerMenu } from './consumer-menu.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointMenu } from './endpoint-menu.tsx';
import { Snippets } from './endpoint-snippets.tsx';
import { memberState } from './member-state.ts';
import {
  EndpointConsumersDocument,
  type EndpointConsumersQuery,
  EndpointsPageDocument,
  type EndpointsPageQuery,
} from './operations.generated.ts';

type Endpoint = NonNullable<EndpointsPageQuery['endpoints']>[number];
type Consumer = NonNullable<EndpointConsumersQuery['consumers']>[number];

export function EndpointsPage() {
  const query = useApiQuery(EndpointsPageDocument, {}, { shows: ['endpoint', 'node', 'executor'], everySeconds: 10 });
  const { mayChange } = useRights();
  const consumers = useWholeList(EndpointConsumersDocument, {}, { shows: ['endpoint'], everySeconds: 10 });
  return (
    <>
      <PageHeader title="Endpoints" about="Addresses that serve several nodes to consumers.">
        {mayChange && (
          <DialogButton label="Create endpoint">
            <EndpointForm />
          </DialogButton>
        )}
      </PageHeader>
      <QueryView query={query} alongside={[consumers]} height={240}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <Empty icon={IconPlugConnected} title="No endpoints yet">
              {mayChange
                ? 'Give programs one address for several nodes, which answers while a node restarts or lags.'
                : 'Ask an owner or admin of the organization to create one.'}
            </Empty>
          ) : (
            <Stack gap="lg">
              {endpoints.map((endpoint) => (
                <EndpointPanel
                  key={endpoint.id}
                  endpoint={endpoint}
                  consumers={(consumers.data ?? []).filter(({ endpointId }) => endpointId === endpoint.id)}
                />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}

function EndpointPanel({ endpoint, consumers }: { endpoint: Endpoint; consumers: readonly Consumer[] }) {
  const { name, network, address, port, tls, hosts } = endpoint;
  const { mayChange } = useRights();
  const actions = mayChange && (
    <Group gap="xs" wrap="nowrap">
      <DialogButton label="Create consumer" size="xs" variant="default" aria-label={`Create consumer of ${name}`}>
        <CreateConsumer endpoint={endpoint} />
      </DialogButton>
      <EndpointMenu endpoint={endpoint} consumerCount={consumers.length} />
    </Group>
  );
  return (
    <Panel title={name} aside={actions}>
      <Stack gap="md">
        <Text variant="note">
          {network} · {tls == null ? 'http' : 'https'}://{address}:{port}
        </Text>
        {hosts.map((host) => (
          <HostMembers key={host.executorId} host={host} endpoint={endpoint} />
        ))}
        <Rows
          label={`Consumers of ${name}`}
          rows={consumers}
          columns={consumerColumns(mayChange)}
          keyOf={({ id }) => id}
          empty={<Text variant="note">No consumers yet.</Text>}
        />
        <Snippets endpoint={endpoint} consumer={consumers[0]?.name ?? 'CONSUMER'} />
      </Stack>
    </Panel>
  );
}

const stateTones = { serving: 'good', failed: 'bad', silent: 'warning' } as const;

function HostMembers({ host, endpoint }: { host: Endpoint['hosts'][number]; endpoint: Endpoint }) {
  const { executorId, executorName, state, reason, isCurrent } = host;
  return (
    <div>
      <Group gap="xs">
        <PageLink to={`/executors/${executorId}`}>{executorName}</PageLink>
        <Tone tone={stateTones[state]}>{state}</Tone>
        {reason != null && (
          <Text fz="sm" component="span">
            <ForeignText>{reason}</ForeignText>
          </Text>
        )}
        {state === 'serving' && !isCurrent && <Tone tone="warning">earlier settings</Tone>}
      </Group>
      <Stack component="ul" className="plain" gap={2}>
        {endpoint.members.map(({ nodeId, nodeName, hasGatewayUser }) => {
          const { tone, word, text } = memberState({ nodeId, hasGatewayUser }, host);
          return (
            <Group component="li" key={nodeId} gap="xs">
              <PageLink to={`/nodes/${nodeId}`}>{nodeName}</PageLink>
              <Tone tone={tone}>{word}</Tone>
              <Text fz="sm" component="span">
                <ForeignText>{text}</ForeignText>
              </Text>
            </Group>
          );
        })}
      </Stack>
    </div>
  );
}

const consumerColumns = (mayChange: boolean): readonly Column<Consumer>[] => [
  leadColumn('Consumer', 2, ({ name }) => <ForeignText>{name}</ForeignText>),
  wideColumn('Preset', '96px', ({ preset }) => preset),
  wideColumn('Last used', 1, ({ lastUsedAt }) => (lastUsedAt == null ? 'never' : <Time at={lastUsedAt} />)),
  wideColumn('Expires', 1, ({ expiresAt }) => (expiresAt == null ? 'never' : <Time at={expiresAt} />)),
  ...(mayChange ? [actionsColumn('44px', (consumer: Consumer) => <ConsumerMenu consumer={consumer} />)] : []),
];
