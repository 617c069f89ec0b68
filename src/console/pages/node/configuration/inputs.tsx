import { ActionIcon, Autocomplete, Button, Group, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type ConfigOption, optionCatalog } from '../../../../bitcoin/clients/catalog.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigIssue, ConfigOverride, NodeResources } from '../../../../bitcoin/node-config.ts';
import { resourceBounds } from '../../../../bitcoin/resources.ts';
import { unknownKeyNote } from '../../../../bitcoin/setting-notes.ts';
import { bindText } from '../../../display/form.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { type Draft, type EditedOverride, faultAt, platformReason, resourceFields } from './draft.ts';

interface SettingsInputsProps {
  faults: readonly ConfigIssue[];
  onChange: (changes: Partial<Draft>) => void;
}

interface ResourceInputsProps extends SettingsInputsProps {
  resources: NodeResources;
  recommended?: NodeResources;
}

export const ResourceInputs = ({ resources, recommended, faults, onChange }: ResourceInputsProps) => (
  <Group grow preventGrowOverflow={false} wrap="wrap" align="start">
    {resourceFields.map(({ field, label, step }) => (
      <NumberInput
        key={field}
        {...{ label, step }}
        min={resourceBounds[field].min}
        // Keeps an invalid value, with its error.
        clampBehavior="none"
        description={recommended && `Recommended: ${recommended[field]}`}
        value={resources[field]}
        onChange={(value) => onChange({ resources: { ...resources, [field]: Number(value) } })}
        error={faultAt(faults, 'resources', field)}
      />
    ))}
  </Group>
);

interface OverrideRowsProps extends SettingsInputsProps {
  overrides: readonly EditedOverride[];
  of: ClientVersion;
}

export function OverrideRows({ overrides, of, faults, onChange }: OverrideRowsProps) {
  const set = (next: readonly EditedOverride[]) => onChange({ overrides: next });
  const nextId = Math.max(-1, ...overrides.map(({ id }) => id)) + 1;
  return (
    <>
      {overrides.map((override, index) => (
        <OverrideRow
          key={override.id}
          {...{ override, of }}
          faultOf={(...part) => faultAt(faults, 'overrides', index, ...part)}
          onChange={(changes) => set(overrides.map((each) => (each === override ? { ...each, ...changes } : each)))}
          onRemove={() => set(overrides.filter((each) => each !== override))}
        />
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set([...overrides, { id: nextId, key: '', value: '' }])}
        >
          Add option
        </Button>
      </div>
    </>
  );
}

interface OverrideRowProps {
  override: ConfigOverride;
  of: ClientVersion;
  faultOf: (...part: readonly (keyof ConfigOverride)[]) => string | undefined;
  onChange: (changes: Partial<ConfigOverride>) => void;
  onRemove: () => void;
}

function OverrideRow({ override: { key, value }, of, faultOf, onChange, onRemove }: OverrideRowProps) {
  const { options, find } = optionCatalog(of);
  const option = find(key.trim());
  const managed = platformReason(key, of);
  // bitcoind ignores a key's section and `no` prefix.
  const base = key.trim().replace(/^(?:[a-z0-9]+\.)?(?:no)?/, '');
  const unknown = base === '' || faultOf() !== undefined ? null : unknownKeyNote(base, of);
  const warning = managed === null ? unknown : `Managed by the platform: ${managed}. Remove the row.`;
  const offered = useMemo(
    () => options.filter((each) => each.platformReason === null && !each.advanced).map((each) => each.key),
    [options],
  );
  return (
    <div>
      <Group align="start" gap="xs" wrap="nowrap">
        <Autocomplete
          aria-label="Option"
          placeholder="Option"
          data={offered}
          limit={30}
          value={key}
          onChange={(text) => onChange({ key: text })}
          error={managed === null ? faultOf('key') : 'managed by the platform'}
          spellCheck={false}
          flex={1}
        />
        <Value
          {...{ option, value }}
          name={key === '' ? 'Value' : `Value of ${key}`}
          fault={faultOf('value')}
          onChange={(text) => onChange({ value: text })}
        />
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={onRemove} aria-label={`Remove ${key || 'row'}`}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      {warning !== null && (
        <Text fz="xs" c="var(--console-warning)">
          <ForeignText>{warning}</ForeignText>
        </Text>
      )}
      {managed === null && option !== undefined && (
        <Text variant="note">
          {option.help}.{option.default !== null && ` bitcoind’s default: ${option.default || 'empty'}.`}
          {option.unit !== undefined && ` Unit: ${option.unit}.`}
        </Text>
      )}
    </div>
  );
}

interface ValueProps {
  option: ConfigOption | undefined;
  value: string;
  name: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

function Value({ option, value, name, fault, onChange }: ValueProps) {
  const shared = { 'aria-label': name, placeholder: 'Value', error: fault, flex: 1 };
  if (option?.type !== 'boolean' && option?.type !== 'choice')
    return (
      <TextInput
        {...shared}
        inputMode={option?.type === 'integer' ? 'numeric' : 'text'}
        {...bindText(value, onChange)}
      />
    );
  const switchPositions = [
    { value: '1', label: '1 (on)' },
    { value: '0', label: '0 (off)' },
  ];
  return (
    <Select
      {...shared}
      allowDeselect
      data={option.type === 'boolean' ? switchPositions : [...(option.choices ?? [])]}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
