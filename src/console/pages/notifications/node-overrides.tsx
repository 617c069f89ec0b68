import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NotificationThresholds } from '../../../contract/types.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import { SidePanel } from '../../display/dialogs/side-panel.tsx';
import { List } from '../../display/lists/list.tsx';
import { Panel } from '../../display/panel.tsx';
import { NodeOverrideForm } from './node-override-form.tsx';
import { NodeOverridesDocument, SaveNotificationSettingsDocument } from './operations.generated.ts';
import { overrideColumns } from './override-columns.tsx';
import type { NodeOverride } from './settings.ts';

interface NodeOverridesProps {
  /** Those of the organization. */
  thresholds: NotificationThresholds;
  mayChange: boolean;
}

export function NodeOverrides({ thresholds, mayChange }: NodeOverridesProps) {
  const query = useWholeList(
    NodeOverridesDocument,
    {},
    { rowsOf: ({ notificationSettings }) => notificationSettings?.nodeOverrides, shows: ['notification', 'node'] },
  );
  const [edited, setEdited] = useState<NodeOverride | 'new' | null>(null);
  const remove = useApiMutation(SaveNotificationSettingsDocument, { done: 'The node has no settings of its own now.' });
  const onRemove = ({ id }: NodeOverride) =>
    remove.mutate({ input: { nodeOverrides: [{ nodeId: id, muted: false }] } });
  return (
    <Panel
      title="Single nodes"
      aside={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setEdited('new')}>
            Settings for a node…
          </Button>
        )
      }
    >
      <List
        query={query}
        height={60}
        label="Nodes with settings of their own"
        columns={overrideColumns(mayChange ? { onChange: setEdited, onRemove } : undefined)}
        rowHeight={56}
        maxHeight="480px"
        empty={`No node has settings of its own.${mayChange ? ' Mute a node while you work on it, or give it other thresholds.' : ''}`}
      />
      <SidePanel title="Settings for a node" isOpen={edited !== null} onClose={() => setEdited(null)}>
        {edited !== null && (
          <NodeOverrideForm
            former={edited === 'new' ? null : edited}
            thresholds={thresholds}
            onDone={() => setEdited(null)}
          />
        )}
      </SidePanel>
    </Panel>
  );
}
