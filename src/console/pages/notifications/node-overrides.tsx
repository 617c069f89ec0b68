import { Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd, OperationButton, useCloseDialog } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { NodeListDocument } from '../nodes/operations.generated.ts';
import { NodeOverridesDocument } from './operations.generated.ts';
import { RuleInputs } from './rules-panel.tsx';
import { changedThresholds, describeThresholds, type NodeOverride, type Settings, typedOf } from './settings.ts';

export function NodeOverrides({ thresholds }: Pick<Settings, 'thresholds'>) {
  const { mayChange } = useRights();
  const query = useWholeList(
    NodeOverridesDocument,
    {},
    { pageOf: ({ notificationSettings }) => notificationSettings?.nodeOverrides, shows: ['notification', 'node'] },
  );
  const form = { thresholds, overrides: query.data ?? [] };
  // Needs the list, to keep a mute.
  const add = mayChange && query.isSuccess && (
    <DialogButton label="Add override" title="Node override" size="xs" variant="default">
      <NodeOverrideForm current={null} {...form} />
    </DialogButton>
  );
  return (
    <Panel title="Per-node overrides" aside={add}>
      <WholeList
        query={query}
        height={60}
        label="Nodes with overrides"
        columns={mayChange ? [...overrideColumns, actsColumn(form)] : overrideColumns}
        rowHeight={56}
        maxHeight="480px"
        empty={`No overrides.${mayChange ? ' Set thresholds of a node here, and mute it on its page.' : ''}`}
      />
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

interface FormProps {
  /** The organization's thresholds, used where the node has none. */
  thresholds: Settings['thresholds'];
  overrides: readonly NodeOverride[];
}

const actsColumn = (form: FormProps) =>
  actionsColumn<NodeOverride>('180px', (override) => (
    <Group gap="xs" wrap="nowrap" justify="end">
      <DialogButton
        label="Edit…"
        title="Node override"
        size="xs"
        variant="default"
        aria-label={`Edit override of ${override.nodeName}`}
      >
        <NodeOverrideForm current={override} {...form} />
      </DialogButton>
      <OperationButton
        size="xs"
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

function NodeOverrideForm({ current, thresholds, overrides }: FormProps & { current: NodeOverride | null }) {
  const [nodeId, setNodeId] = useState<string | null>(current?.id ?? null);
  const [typed, setTyped] = useState(typedOf(current?.thresholds ?? {}));
  const save = useFormMutation(SaveNotificationSettingsDocument, { done: 'Override saved.', onDone: useCloseDialog() });
  const submit = (id: string) => {
    // An override is replaced as a whole: a mute stays, unless it expired.
    const mute = overrides.find((each) => each.id === id && each.muted);
    const muting = { muted: mute !== undefined, mutedUntil: mute?.mutedUntil };
    const override = { nodeId: id, ...muting, thresholds: changedThresholds({}, typed) };
    save.mutate({ input: { nodeOverrides: [override] } });
  };
  return (
    <Form mutation={save} onSubmit={() => nodeId !== null && submit(nodeId)}>
      {current === null && <NodeSelect nodeId={nodeId} onChange={setNodeId} />}
      <Text variant="hint">Empty fields use the organization’s value.</Text>
      <RuleInputs of="Nodes" typed={typed} onChange={setTyped} fallback={typedOf(thresholds)} />
      <FormEnd act="Save override" disabled={nodeId === null} />
    </Form>
  );
}

function NodeSelect({ nodeId, onChange }: { nodeId: string | null; onChange: (nodeId: string | null) => void }) {
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search, 250);
  const where = query === '' ? {} : { name: { contains: query } };
  const { data } = useApiQuery(NodeListDocument, { where, take: 50 }, { shows: ['node'], keepsPrevious: true });
  return (
    <Select
      label="Node"
      searchable
      allowDeselect
      required
      data={(data?.nodesConnection?.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={nodeId}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No nodes match"
    />
  );
}
