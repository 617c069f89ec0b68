import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import type { NotificationThresholds } from '../../../contract/types.generated.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { Form, OperationButton, SubmitButton } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, Time } from '../../display/text.tsx';
import { NodeOverridesDocument, NotificationNodesDocument } from './operations.generated.ts';
import { RuleSentences } from './rules-panel.tsx';
import {
  changedThresholds,
  describeThresholds,
  type Mute,
  mutedUntil,
  muteOf,
  mutes,
  type NodeOverride,
  typedOf,
} from './settings.ts';

interface NodeOverridesProps {
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
  return (
    <Panel
      title="Per-node overrides"
      aside={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setEdited('new')}>
            Add override…
          </Button>
        )
      }
    >
      <WholeList
        query={query}
        height={60}
        label="Nodes with overrides"
        columns={mayChange ? [...overrideColumns, actsColumn(setEdited)] : overrideColumns}
        rowHeight={56}
        maxHeight="480px"
        empty={`No overrides.${mayChange ? ' Mute a node during maintenance, or set its own thresholds.' : ''}`}
      />
      <SidePanel title="Node override" isOpen={edited !== null} onClose={() => setEdited(null)}>
        {edited !== null && (
          <NodeOverrideForm
            current={edited === 'new' ? null : edited}
            thresholds={thresholds}
            onDone={() => setEdited(null)}
          />
        )}
      </SidePanel>
    </Panel>
  );
}

const overrideColumns: readonly Column<NodeOverride>[] = [
  { label: 'Node', cell: ({ nodeName }) => <ForeignText>{nodeName}</ForeignText> },
  leadColumn('Settings', 3, (override) => (
    <Text fz="sm" lineClamp={2} title={describeThresholds(override.thresholds)} style={{ whiteSpace: 'normal' }}>
      <Said override={override} />
    </Text>
  )),
];

const actsColumn = (edit: (override: NodeOverride) => void) =>
  actionsColumn<NodeOverride>('164px', (override) => (
    <Group gap="xs" wrap="nowrap" justify="end">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Edit override of ${override.nodeName}`}
        onClick={() => edit(override)}
      >
        Edit…
      </Button>
      <OperationButton
        size="compact-xs"
        aria-label={`Remove override of ${override.nodeName}`}
        operation={SaveNotificationSettingsDocument}
        variables={{ input: { nodeOverrides: [{ nodeId: override.id, muted: false }] } }}
        done="Override removed."
      >
        Remove
      </OperationButton>
    </Group>
  ));

function Said({ override }: { override: NodeOverride }) {
  const { muted, mutedUntil } = override;
  const own = describeThresholds(override.thresholds);
  if (!muted) return own;
  return (
    <>
      muted
      {mutedUntil != null && ', expires '}
      {mutedUntil != null && <Time at={mutedUntil} />}
      {own !== '' && `; ${own}`}
    </>
  );
}

interface NodeOverrideFormProps {
  current: NodeOverride | null;
  /** The organization's thresholds, used where the node has none. */
  thresholds: NotificationThresholds;
  onDone: () => void;
}

function NodeOverrideForm({ current, thresholds, onDone }: NodeOverrideFormProps) {
  const [nodeId, setNodeId] = useState<string | null>(current?.id ?? null);
  const [mute, setMute] = useState<Mute>(muteOf(current));
  const [typed, setTyped] = useState(typedOf(current?.thresholds ?? {}));
  const save = useFormMutation(SaveNotificationSettingsDocument, { done: 'Override saved.', onDone });
  return (
    <Form
      mutation={save}
      onSubmit={() => {
        if (nodeId === null) return;
        const muting = { muted: mute !== 'no', mutedUntil: mutedUntil(mute, current, Date.now()) };
        // An override is replaced as a whole, so all fields are sent.
        save.mutate({ input: { nodeOverrides: [{ nodeId, ...muting, thresholds: changedThresholds({}, typed) }] } });
      }}
    >
      {current === null && <NodeSelect nodeId={nodeId} onChange={setNodeId} />}
      <Radio.Group label="Notifications for this node" value={mute} onChange={(value) => setMute(value as Mute)}>
        <Stack gap="xs" mt="xs">
          {mutes
            .filter(({ value }) => value !== 'as-is' || current?.mutedUntil != null)
            .map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
        </Stack>
      </Radio.Group>
      <Text variant="hint">Empty fields use the organization’s value.</Text>
      <RuleSentences of="Nodes" typed={typed} onChange={setTyped} fallback={typedOf(thresholds)} />
      <SubmitButton variant="default" disabled={nodeId === null}>
        Save override
      </SubmitButton>
    </Form>
  );
}

function NodeSelect({ nodeId, onChange }: { nodeId: string | null; onChange: (nodeId: string | null) => void }) {
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search, 250);
  const where = query === '' ? {} : { where: { name: { contains: query } } };
  const { data } = useApiQuery(NotificationNodesDocument, where, { shows: ['node'], keepsPrevious: true });
  return (
    <Select
      label="Node"
      searchable
      allowDeselect
      required
      data={(data?.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={nodeId}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No nodes match"
    />
  );
}
