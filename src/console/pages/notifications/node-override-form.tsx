import { Radio, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { NotificationThresholds } from '../../../contract/types.generated.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Form } from '../../display/form.tsx';
import { type Mute, mutedUntil, muteOf, mutes } from './mute.ts';
import { NotificationNodesDocument, SaveNotificationSettingsDocument } from './operations.generated.ts';
import type { NodeOverride } from './settings.ts';
import { ThresholdInputs } from './threshold-inputs.tsx';
import { changedThresholds, typedOf } from './thresholds.ts';

interface NodeOverrideFormProps {
  /** Null for a node that is yet to be chosen. */
  former: NodeOverride | null;
  /** Those of the organization, which hold where the node has none. */
  thresholds: NotificationThresholds;
  onDone: () => void;
}

/** Mutes a node, or gives it thresholds of its own. */
export function NodeOverrideForm({ former, thresholds, onDone }: NodeOverrideFormProps) {
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
        <ActButton type="submit" variant="default" disabled={nodeId === null} loading={save.isPending}>
          Save the settings of the node
        </ActButton>
      </div>
    </Form>
  );
}

function NodeSelect({ nodeId, onChange }: { nodeId: string | null; onChange: (nodeId: string | null) => void }) {
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 250);
  const where = wanted === '' ? {} : { where: { name: { contains: wanted } } };
  const { data } = useApiQuery(NotificationNodesDocument, where, { shows: ['node'], keepsFormer: true });
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
