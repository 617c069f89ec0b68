import { Alert, Anchor, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { QueryView } from '../../display/answers.tsx';
import { Confirm } from '../../display/dialogs.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, LongText, MessageText, Phase } from '../../display/text.tsx';
import { Lasting } from '../../display/time.tsx';
import { lazyPart, PendingTab } from '../../parts/lazy-part.tsx';
import type { Rights } from '../../session/rights.ts';
import { useRights } from '../../session/viewer.ts';
import { NothingTherePage } from '../../shell/error-pages.tsx';
import type { NodeTab } from '../addresses.ts';
import { AdviceLinks } from '../incidents/incident-parts.tsx';
import { lifecycleActions, lifecycleConsequence } from './lifecycle-actions.ts';
import { NodeLifecycleDocument, NodePageDocument } from './operations.generated.ts';
import type { ShownNode, TabProps } from './shown-node.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

export function NodePage() {
  const { nodeId } = route.useParams();
  const query = useApiQuery(NodePageDocument, { id: nodeId }, { shows: [{ type: 'node', id: nodeId }, 'executor'] });
  return (
    <QueryView query={query}>
      {({ node }) =>
        node == null ? <NothingTherePage what="node" id={nodeId} list="/nodes" /> : <Found node={node} />
      }
    </QueryView>
  );
}

function Found({ node }: { node: ShownNode }) {
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const rights = useRights();
  const shown = nodeTabs.filter(({ isFor }) => isFor?.(rights) ?? true);
  const open = (value: string | null) =>
    void navigate({ search: value === 'overview' ? {} : { tab: value as NodeTab } });
  return (
    <Stack gap="md">
      <NodeHeader node={node} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md" pt={3} className="node-tabs">
          {shown.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.every(({ id }) => id !== tab) && (
          <Text>Only owners and admins of the organization can use this tab.</Text>
        )}
        {shown.map(({ id, content: Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content node={node} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

interface NodeTabEntry {
  id: NodeTab;
  label: string;
  content: ComponentType<TabProps>;
  isFor?: ((rights: Rights) => boolean) | undefined;
}

const tab = (
  id: NodeTab,
  label: string,
  load: () => Promise<ComponentType<TabProps>>,
  isFor?: NodeTabEntry['isFor'],
): NodeTabEntry => ({ id, label, content: lazyPart(load, PendingTab), isFor });

/** The tabs of a node's page in order; each loads lazily. */
const nodeTabs: readonly NodeTabEntry[] = [
  tab('overview', 'Overview', async () => (await import('./overview/overview-tab.tsx')).OverviewTab),
  tab('monitoring', 'Monitoring', async () => (await import('./monitoring/monitoring-tab.tsx')).MonitoringTab),
  tab(
    'configuration',
    'Configuration',
    async () => (await import('./configuration/configuration-tab.tsx')).ConfigurationTab,
  ),
  tab('logs', 'Logs', async () => (await import('./logs/logs-tab.tsx')).LogsTab),
  tab('events', 'Events', async () => (await import('./events-tab.tsx')).EventsTab),
  tab('why', 'Explain', async () => (await import('./why-tab.tsx')).WhyTab),
  tab('rpc', 'RPC', async () => (await import('./rpc-tab.tsx')).RpcTab),
  tab(
    'danger',
    'Danger zone',
    async () => (await import('./danger/danger-tab.tsx')).DangerTab,
    ({ mayChange }) => mayChange,
  ),
];

const looks: Record<NodeLifecycleAction, { label: string; progress: string; icon: typeof IconRefresh }> = {
  start: { label: 'Start', progress: 'Starting', icon: IconPlayerPlay },
  stop: { label: 'Stop', progress: 'Stopping', icon: IconPlayerStop },
  restart: { label: 'Restart', progress: 'Restarting', icon: IconRefresh },
};

/** A node's facts, phase, reason and actions. Actions that disconnect clients need confirmation. */
function NodeHeader({ node }: { node: ShownNode }) {
  const { mayChange } = useRights();
  const [asked, setAsked] = useState<'restart' | 'stop'>();
  const lifecycle = useApiMutation(NodeLifecycleDocument, {
    failure: asked === undefined ? 'toast' : 'none',
    done: ({ requestNodeLifecycleAction: { waitsFor } }, { action }) =>
      `${looks[action].progress} ${node.name}${waitsFor == null ? '…' : `. ${waitsFor}`}`,
  });
  const { phase, reason, since } = node.status;
  const actions = mayChange ? lifecycleActions(node) : [];
  return (
    <div>
      <PageHeader title={node.name} about={<About node={node} />}>
        {actions.map((action) => {
          const { label, icon: Icon } = looks[action];
          return (
            <ActionButton
              key={action}
              variant="default"
              leftSection={<Icon size={16} aria-hidden />}
              loading={action === 'start' && lifecycle.isPending}
              onClick={() => (action === 'start' ? lifecycle.mutate({ id: node.id, action }) : setAsked(action))}
            >
              {label}
            </ActionButton>
          );
        })}
      </PageHeader>
      <Confirm
        question={
          asked && {
            title: `${looks[asked].label} ${node.name}?`,
            consequence: lifecycleConsequence[asked],
            act: `${looks[asked].label} node`,
            variables: { id: node.id, action: asked },
          }
        }
        onClose={() => setAsked(undefined)}
        mutation={lifecycle}
      />
      <Group gap="xs" mt={-8} wrap="wrap" role="status">
        <Text fw={600} span>
          <Phase phase={phase} />
        </Text>
        {since != null && (
          <Text span variant="hint">
            for <Lasting since={since} />
          </Text>
        )}
      </Group>
      {reason != null && (
        <Text mt={4} fz="sm">
          <LongText>{reason}</LongText>
        </Text>
      )}
      <Problems node={node} />
      {node.waitsFor != null && (
        <Alert mt="sm" color="orange" variant="light">
          <MessageText>{node.waitsFor}</MessageText>
        </Alert>
      )}
    </div>
  );
}

const About = ({ node: { network, nodeType, client, clientVersion, executor } }: { node: ShownNode }) => (
  <>
    {network}, {nodeType}, {client} {clientVersion}, on{' '}
    <Anchor component={Link} to={`/executors/${executor.id}`} inherit underline="always">
      <ForeignText>{executor.name}</ForeignText>
    </Anchor>
  </>
);

/** Problems of a node that is not failing, with advice. */
function Problems({ node: { id, name, problems } }: { node: Pick<ShownNode, 'id' | 'name' | 'problems'> }) {
  return problems.map(({ code, reason, advice, since }) => (
    <Alert
      key={code}
      mt="sm"
      color="orange"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={<MessageText>{reason}</MessageText>}
    >
      <ForeignText>{advice}</ForeignText>
      <AdviceLinks subject={{ code, nodeId: id, subjectName: name }} />
      <Text variant="note" mt={4}>
        For <Lasting since={since} />
      </Text>
    </Alert>
  ));
}
