import { Alert, Code, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { shownNetworkName } from '../../../bitcoin/network-name.ts';
import { NodeDocument, RequestNodeLifecycleActionDocument } from '../../../client/operations.generated.ts';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { OperationButton } from '../../display/form.tsx';
import { versionName } from '../../display/format.ts';
import { ObjectTabs } from '../../display/object-tabs.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, Lasting, MessageText, NodeState, TextLink } from '../../display/text.tsx';
import { type ComponentModule, lazyPart, PendingTab } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { ObjectPage } from '../../shell/object-page.tsx';
import type { NodeTab } from '../addresses.ts';
import { writeLabels } from '../labels/label-text.ts';
import { actionWords, lifecycleActions, lifecycleDone, lifecycleQuestion } from './lifecycle-actions.ts';
import type { TabProps } from './shown-node.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

export function NodePage() {
  const { nodeId: id } = route.useParams();
  const query = useApiQuery(NodeDocument, { where: { id } }, { shows: [{ type: 'node', id }, 'executor'] });
  return (
    <ObjectPage query={query} what="node" list="/nodes">
      {(node) => <Found node={node} />}
    </ObjectPage>
  );
}

function Found({ node }: TabProps) {
  const { tab } = route.useSearch();
  const { mayChange } = useRights();
  return (
    <Stack gap={0}>
      <NodeHeader node={node} />
      <ObjectTabs tabs={mayChange ? [...nodeTabs, settingsTab] : nodeTabs} of={{ node }} />
      {tab === 'settings' && !mayChange && <Text>Only owners and admins of the organization can use this tab.</Text>}
    </Stack>
  );
}

const tab = <N extends string>(
  id: NodeTab,
  label: string,
  load: () => Promise<ComponentModule<N, TabProps>>,
  name: N,
) => ({
  id,
  label,
  content: lazyPart(load, name, PendingTab),
});

/** The tabs of a node's page in order; each loads lazily. */
const nodeTabs = [
  tab('overview', 'Overview', () => import('./overview/overview-tab.tsx'), 'OverviewTab'),
  tab('monitoring', 'Monitoring', () => import('./monitoring/monitoring-tab.tsx'), 'MonitoringTab'),
  tab('logs', 'Logs', () => import('./logs/logs-tab.tsx'), 'LogsTab'),
  tab('activity', 'Activity', () => import('./activity/activity-tab.tsx'), 'ActivityTab'),
  tab('configuration', 'Configuration', () => import('./configuration/configuration-tab.tsx'), 'ConfigurationTab'),
  tab('diagnose', 'Diagnose', () => import('./diagnose/diagnose-tab.tsx'), 'DiagnoseTab'),
];
const settingsTab = tab('settings', 'Settings', () => import('./settings/settings-tab.tsx'), 'SettingsTab');

const NodeMenu = lazyPart(() => import('./node-menu.tsx'), 'NodeMenu', null);
const MuteMenu = lazyPart(() => import('./mute-menu.tsx'), 'MuteMenu', null);

/** Actions that disconnect clients need confirmation. */
function LifecycleButton({ action, node }: TabProps & { action: NodeLifecycleAction }) {
  const { verb } = actionWords[action];
  const question = lifecycleQuestion(node, action);
  const shared = { operation: RequestNodeLifecycleActionDocument, done: lifecycleDone };
  return action === 'start' ? (
    <OperationButton {...shared} variables={question.variables}>
      {verb} node
    </OperationButton>
  ) : (
    <ConfirmButton {...shared} variant="default" question={question} />
  );
}

function NodeHeader({ node }: TabProps) {
  const { name, networkName, nodeType, executor, labels, waitsFor } = node;
  const { mayChange } = useRights();
  const { since } = node.status;
  const about = (
    <>
      {shownNetworkName(networkName)} · {nodeType} · {versionName(node)} · on{' '}
      <TextLink to={`/executors/${executor.id}`}>{executor.name}</TextLink>
    </>
  );
  const status = (
    <>
      <Text fw={600} span>
        <NodeState {...node} />{' '}
        {since !== null && (
          <Text span variant="hint">
            for <Lasting since={since} />
          </Text>
        )}
      </Text>
      {labels.map((label) => (
        <Code key={label.key}>
          <ForeignText>{writeLabels([label])}</ForeignText>
        </Code>
      ))}
    </>
  );
  return (
    <div>
      <PageHeader title={name} about={about} status={status}>
        {(mayChange ? lifecycleActions(node) : []).map((action) => (
          <LifecycleButton key={action} action={action} node={node} />
        ))}
        <MuteMenu node={node} />
        <NodeMenu node={node} />
      </PageHeader>
      {waitsFor !== null && (
        <Alert color="orange">
          <MessageText>{waitsFor}</MessageText>
        </Alert>
      )}
    </div>
  );
}
