import { ActionIcon, Autocomplete, Button, Group, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type ConfigOption, optionCatalogue } from '../../../../bitcoin/clients/catalogue.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigIssue, ConfigOverride, NodeResources } from '../../../../bitcoin/node-config.ts';
import { resourceBounds } from '../../../../bitcoin/resources.ts';
import { unknownKeyNote } from '../../../../bitcoin/setting-notes.ts';
import { bindText } from '../../../display/form.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { platformReason } from './draft.ts';

const fields = [
  { field: 'cpuCores', label: 'CPU cores', step: 0.5 },
  { field: 'memoryMiB', label: 'Memory (MiB)', step: 256 },
  { field: 'diskGiB', label: 'Disk (GiB)', step: 10 },
] as const;

interface ResourceInputsProps {
  resources: NodeResources;
  faults: readonly ConfigIssue[];
  notes?: Partial<Record<keyof NodeResources, string>>;
  onChange: (resources: NodeResources) => void;
}

export const ResourceInputs = ({ resources, faults, notes, onChange }: ResourceInputsProps) => (
  <Group grow preventGrowOverflow={false} wrap="wrap" align="start">
    {fields.map(({ field, label, step }) => (
      <NumberInput
        key={field}
        {...{ label, step }}
        min={resourceBounds[field].min}
        // Keeps an invalid value, with its error.
        clampBehavior="none"
        description={notes?.[field]}
        value={resources[field]}
        onChange={(value) => onChange({ ...resources, [field]: Number(value) })}
        error={faults.find(({ path }) => path[0] === 'resources' && path[1] === field)?.message}
      />
    ))}
  </Group>
);

/** An override while editing; `id` identifies its row. */
type EditedOverride = ConfigOverride & { id: number };

interface OverrideRowsProps {
  overrides: readonly EditedOverride[];
  of: ClientVersion;
  faults: readonly ConfigIssue[];
  onChange: (overrides: readonly EditedOverride[]) => void;
}

export function OverrideRows({ overrides, of, faults, onChange }: OverrideRowsProps) {
  const add = () => {
    const id = Math.max(-1, ...overrides.map((each) => each.id)) + 1;
    onChange([...overrides, { id, key: '', value: '' }]);
  };
  return (
    <>
      {overrides.map((override, index) => (
        <OverrideRow
          key={override.id}
          {...{ override, of }}
          faults={faults.filter(({ path }) => path[0] === 'overrides' && Number(path[1]) === index)}
          onChange={(changes) =>
            onChange(overrides.map((each) => (each === override ? { ...each, ...changes } : each)))
          }
          onRemove={() => onChange(overrides.filter((each) => each !== override))}
        />
      ))}
      <div>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          Add option
        </Button>
      </div>
    </>
  );
}

interface OverrideRowProps {
  override: ConfigOverride;
  of: ClientVersion;
  faults: readonly ConfigIssue[];
  onChange: (changes: Partial<ConfigOverride>) => void;
  onRemove: () => void;
}

function OverrideRow({ override: { key, value }, of, faults, onChange, onRemove }: OverrideRowProps) {
  const { options, find } = optionCatalogue(of);
  const option = find(key.trim());
  const managed = platformReason(key, of);
  // bitcoind ignores a key's section and `no` prefix.
  const base = key.trim().replace(/^(?:[a-z0-9]+\.)?(?:no)?/, '');
  const unknown = base === '' || faults.length > 0 ? null : unknownKeyNote(base, of);
  const faultOf = (part: string) => faults.find(({ path }) => path[2] === part)?.message;
  const offered = useMemo(
    () =>
      options.filter(({ platformReason: reason, advanced }) => reason === null && !advanced).map((each) => each.key),
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
          style={{ flex: 1 }}
        />
        <Value
          {...{ option, value, onChange }}
          name={key === '' ? 'Value' : `Value of ${key}`}
          fault={faultOf('value')}
        />
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={onRemove} aria-label={`Remove ${key || 'row'}`}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      {managed === null && unknown !== null && (
        <Text fz="xs" c="var(--console-warning)">
          <ForeignText>{unknown}</ForeignText>
        </Text>
      )}
      {managed !== null ? (
        <Text fz="xs" c="var(--console-warning)">
          Managed by the platform: {managed}. Remove the row.
        </Text>
      ) : (
        option !== undefined && (
          <Text variant="note">
            {option.help}.{option.default !== null && ` bitcoind’s default: ${option.default || 'empty'}.`}
            {option.unit !== undefined && ` Unit: ${option.unit}.`}
          </Text>
        )
      )}
    </div>
  );
}

interface ValueProps {
  option: ConfigOption | undefined;
  value: string;
  name: string;
  fault: string | undefined;
  onChange: (changes: Partial<ConfigOverride>) => void;
}

function Value({ option, value, name, fault, onChange }: ValueProps) {
  const isBoolean = option?.type === 'boolean';
  const choices = isBoolean ? ['1', '0'] : (option?.choices ?? []);
  if (isBoolean || option?.type === 'choice')
    return (
      <Select
        aria-label={name}
        placeholder="Value"
        data={choices.map((each) => ({ value: each, label: isBoolean ? (each === '1' ? '1 (on)' : '0 (off)') : each }))}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange({ value: chosen ?? '' })}
        error={fault}
        style={{ flex: 1 }}
      />
    );
  return (
    <TextInput
      aria-label={name}
      placeholder="Value"
      inputMode={option?.type === 'integer' ? 'numeric' : 'text'}
      {...bindText(value, (text) => onChange({ value: text }))}
      error={fault}
      spellCheck={false}
      autoComplete="off"
      style={{ flex: 1 }}
    />
  );
}
