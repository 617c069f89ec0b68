import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import type { NotificationThresholds } from '../../../contract/types.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { Form } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { NodeOverridesDocument, NotificationNodesDocument } from './operations.generated.ts';
import {
  changedThresholds,
  type Mute,
  mutedUntil,
  muteOf,
  mutes,
  type NodeOverride,
  thresholdFields,
  typedOf,
} from './settings.ts';
import { ThresholdInputs } from './when-panel.tsx';

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
      <WholeList
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

interface OverrideActs {
  onChange: (override: NodeOverride) => void;
  onRemove: (override: NodeOverride) => void;
}

/** The columns of the nodes with settings of their own; without acts for those who may only read. */
const overrideColumns = (acts: OverrideActs | undefined): readonly Column<NodeOverride>[] => [
  { id: 'name', label: 'Node', cell: ({ nodeName }) => <ForeignText>{nodeName}</ForeignText> },
  {
    id: 'said',
    leads: true,
    label: 'Settings',
    width: 3,
    cell: (override) => (
      <Text fz="sm" lineClamp={2} title={ownThresholds(override)} style={{ whiteSpace: 'normal' }}>
        <Said override={override} />
      </Text>
    ),
  },
  ...(acts === undefined ? [] : [actsColumn(acts)]),
];

const actsColumn = ({ onChange, onRemove }: OverrideActs): Column<NodeOverride> => ({
  id: 'acts',
  label: 'Change or remove',
  hidesLabel: true,
  width: '164px',
  cell: (override) => (
    <Group gap="xs" wrap="nowrap" justify="end">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Change the settings of ${override.nodeName}`}
        onClick={() => onChange(override)}
      >
        Change…
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Remove the settings of ${override.nodeName}`}
        onClick={() => onRemove(override)}
      >
        Remove
      </Button>
    </Group>
  ),
});

function ownThresholds({ thresholds }: NodeOverride): string {
  const typed = typedOf(thresholds);
  return thresholdFields
    .filter(({ key }) => typed[key] !== undefined)
    .map(({ key, label, unit }) => `${label} ${typed[key]} ${unit}`.trim())
    .join(', ');
}

function Said({ override }: { override: NodeOverride }) {
  const { muted, mutedUntil } = override;
  const own = ownThresholds(override);
  return (
    <>
      {muted && 'muted'}
      {muted && mutedUntil != null && (
        <>
          , ends <Time at={mutedUntil} />
        </>
      )}
      {muted && own !== '' && '; '}
      {own}
    </>
  );
}

interface NodeOverrideFormProps {
  former: NodeOverride | null;
  /** Those of the organization, which hold where the node has none. */
  thresholds: NotificationThresholds;
  onDone: () => void;
}

function NodeOverrideForm({ former, thresholds, onDone }: NodeOverrideFormProps) {
  const [nodeId, setNodeId] = useState<string | null>(former?.id ?? null);
  const [mute, setMute] = useState<Mute>(muteOf(former));
  const [typed, setTyped] = useState(typedOf(former?.thresholds ?? {}));
  const save = useApiMutation(SaveNotificationSettingsDocument, {
    failure: 'none',
    done: 'The settings of the node are saved.',
    onDone,
  });
  return (
    <Form
      mutation={save}
      onSubmit={() => {
        if (nodeId === null) return;
        const muting = { muted: mute !== 'no', mutedUntil: mutedUntil(mute, former, Date.now()) };
        // Settings of a node replace what it had, so all of them are sent.
        save.mutate({ input: { nodeOverrides: [{ nodeId, ...muting, thresholds: changedThresholds({}, typed) }] } });
      }}
    >
      {former === null && <NodeSelect nodeId={nodeId} onChange={setNodeId} />}
      <Radio.Group label="Notifications of its incidents" value={mute} onChange={(value) => setMute(value as Mute)}>
        <Stack gap="xs" mt="xs">
          {mutes
            .filter(({ value }) => value !== 'as-is' || former?.mutedUntil != null)
            .map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
        </Stack>
      </Radio.Group>
      <Text variant="hint">Thresholds of its own; an empty field means that of the organization.</Text>
      <ThresholdInputs typed={typed} onChange={setTyped} ofNode placeholders={typedOf(thresholds)} />
      <div>
        <ActionButton type="submit" variant="default" disabled={nodeId === null} loading={save.isPending}>
          Save the settings of the node
        </ActionButton>
      </div>
    </Form>
  );
}

function NodeSelect({ nodeId, onChange }: { nodeId: string | null; onChange: (nodeId: string | null) => void }) {
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 250);
  const where = wanted === '' ? {} : { where: { name: { contains: wanted } } };
  const { data } = useApiQuery(NotificationNodesDocument, where, { shows: ['node'], keepsPrevious: true });
  return (
    <Select
      label="Node"
      searchable
      required
      data={(data?.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={nodeId}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No node has this in its name"
    />
  );
}
