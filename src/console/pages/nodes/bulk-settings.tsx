import { Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { resourceBounds } from '../../../bitcoin/resources.ts';
import type { NodeResourcesInput, NodesSettingsInput } from '../../../contract/types.generated.ts';
import { bindText } from '../../display/form.tsx';
import { formatCount } from '../../display/format.ts';
import { type EditedOverride, resourceFields } from '../node/configuration/draft.ts';
import { OptionForm } from '../node/configuration/inputs.tsx';
import { verbOf } from './bulk.ts';
import { BulkDialog, type BulkProps, previewAfterMs } from './bulk-dialog.tsx';

interface Draft {
  /** Without those that stay as they are. */
  resources: NodeResourcesInput;
  overrides: readonly EditedOverride[];
  /** Names of options, as typed. */
  unset: string;
}

/** Changes options and resources of many nodes; all others stay as each node has them. */
export function BulkSettings({ nodes, onClose }: BulkProps) {
  const [draft, setDraft] = useState<Draft>({ resources: {}, overrides: [], unset: '' });
  const [settled] = useDebouncedValue(draft, previewAfterMs);
  const settings = settingsOf(draft);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const [first] = nodes;
  return (
    <BulkDialog
      title={`Change settings of ${formatCount(nodes.length, 'node')}`}
      verb={verbOf('settings')}
      act="settings"
      data={draft === settled && settings !== null ? { settings } : null}
      {...{ nodes, onClose }}
    >
      <Text fz="sm">
        Only what you set here changes; each node keeps its other settings. Running nodes shut down cleanly and start
        again. Clients lose their connection.
      </Text>
      <ResourceFields resources={draft.resources} onChange={(resources) => change({ resources })} />
      {first !== undefined && <OptionForm overrides={draft.overrides} faults={[]} of={first} onChange={change} />}
      <TextInput
        label="Options to reset"
        description="Names, separated by commas. Each node then has the platform’s value or bitcoind’s default."
        {...bindText(draft.unset, (unset) => change({ unset }))}
      />
    </BulkDialog>
  );
}

interface ResourceFieldsProps {
  resources: NodeResourcesInput;
  onChange: (resources: NodeResourcesInput) => void;
}

/** The resources to change. Empty fields stay as each node has them. */
const ResourceFields = ({ resources, onChange }: ResourceFieldsProps) => (
  <Group grow preventGrowOverflow={false} wrap="wrap" align="start">
    {resourceFields.map(({ field, label, step }) => (
      <NumberInput
        key={field}
        {...{ label, step }}
        placeholder="Unchanged"
        min={resourceBounds[field].min}
        clampBehavior="none"
        value={resources[field] ?? ''}
        onChange={(value) => {
          const { [field]: _previous, ...others } = resources;
          onChange(value === '' ? others : { ...others, [field]: Number(value) });
        }}
      />
    ))}
  </Group>
);

/** Returns the settings of a draft; null without any, and while an option has no value yet. */
function settingsOf({ resources, overrides, unset }: Draft): NodesSettingsInput | null {
  const setOverrides = overrides.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }));
  const unsetOverrides = unset.split(/[\s,]+/).filter((name) => name !== '');
  const isEmpty = Object.keys(resources).length + setOverrides.length + unsetOverrides.length === 0;
  return isEmpty || setOverrides.some(({ value }) => value === '') ? null : { resources, setOverrides, unsetOverrides };
}
