import { ActionIcon, Box, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { type ConfigOption, optionCatalog } from '../../../../bitcoin/clients/catalog.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigIssue, ConfigOverride, NodeResources } from '../../../../bitcoin/node-config.ts';
import type { ConfigSetting } from '../../../../bitcoin/node-settings.ts';
import { resourceBounds } from '../../../../bitcoin/resources.ts';
import { unknownKeyNote } from '../../../../bitcoin/setting-notes.ts';
import { capitalized } from '../../../../text/capitalized.ts';
import { bindText } from '../../../display/form.tsx';
import { ForeignLine, ForeignText } from '../../../display/text.tsx';
import { type Draft, type EditedOverride, faultAt, platformReason, resourceFields } from './draft.ts';
import { type OptionRow, showOptions } from './option-rows.ts';

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

interface OptionFormProps extends SettingsInputsProps {
  overrides: readonly EditedOverride[];
  /** The rendered settings; those of a new node are not known yet. */
  settings?: readonly ConfigSetting[];
  of: ClientVersion;
}

/** All options of a version: those with a value, and others by a search. */
export function OptionForm({ overrides, settings = [], of, faults, onChange }: OptionFormProps) {
  const [search, setSearch] = useState('');
  const isPinned = (index: number) => faultAt(faults, 'overrides', index) !== undefined;
  const shown = showOptions({ overrides, settings, of, search: useDeferredValue(search), isPinned });
  const set = (next: readonly EditedOverride[]) => onChange({ overrides: next });
  const nextId = Math.max(-1, ...overrides.map(({ id }) => id)) + 1;
  const [added, setAdded] = useState<number>();
  const add = ({ key, option, setting }: OptionRow) => {
    setAdded(nextId);
    set([...overrides, { id: nextId, key, value: setting?.value ?? option?.default ?? '' }]);
  };
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label="Search all options"
        placeholder="Name or description"
        leftSection={<IconSearch size={16} aria-hidden />}
        {...bindText(search, setSearch)}
        maw={420}
      />
      <div>
        {shown.overrides.map((override) => (
          <OverrideRow
            key={override.id}
            {...{ override, of }}
            isAdded={override.id === added}
            faultOf={(...part) => faultAt(faults, 'overrides', overrides.indexOf(override), ...part)}
            onChange={(value) => set(overrides.map((each) => (each === override ? { ...each, value } : each)))}
            onRemove={() => set(overrides.filter((each) => each !== override))}
          />
        ))}
        {shown.rows.map((row) => (
          <FreeRow key={row.key} row={row} of={of} onSet={() => add(row)} />
        ))}
      </div>
      {shown.overrides.length + shown.rows.length === 0 && (
        <Text variant="hint">{search === '' ? 'No options set. Search for one to set it.' : 'No options match.'}</Text>
      )}
      {shown.more > 0 && <Text variant="hint">and {shown.more} more. Refine the search to see them.</Text>}
    </Stack>
  );
}

const defaultOf = (option: ConfigOption | undefined): string =>
  option?.default == null ? '' : ` bitcoind’s default: ${option.default || 'empty'}.`;

/** A line of the form: the option with its help, its value, and what can be done. */
const OptionLine = ({ name, help, children }: { name: string; help: ReactNode; children: ReactNode }) => (
  <Group align="start" gap="md" py="xs" style={{ borderBlockStart: '1px solid var(--console-line)' }}>
    <Box fz="sm" flex="1 1 280px" miw={0}>
      <code className="foreign">{name}</code>
      <Text variant="note">{help}</Text>
    </Box>
    <Group flex="1 1 240px" miw={0} align="start" gap="xs" wrap="nowrap">
      {children}
    </Group>
  </Group>
);

interface FreeRowProps {
  row: OptionRow;
  of: ClientVersion;
  onSet: () => void;
}

/** An option without an override: its value with the origin. */
function FreeRow({ row: { key, option, setting }, of, onSet }: FreeRowProps) {
  const reason = setting?.origin === 'platform' ? (setting.note ?? '') : platformReason(key, of);
  const unknown = option === undefined && setting === undefined ? unknownKeyNote(key, of) : null;
  const help = setting?.note ?? (option === undefined ? unknown : `${option.help}.${defaultOf(option)}`);
  const value = setting === undefined ? (option?.default ?? null) : (setting.value ?? 'secret');
  return (
    <OptionLine name={key} help={help !== null && <ForeignText>{capitalized(help)}</ForeignText>}>
      <Text fz="sm" flex={1} miw={0}>
        <ForeignText>{value === null || value === '' ? 'not set' : value}</ForeignText>
        <Text variant="note" component="div">
          {reason !== null
            ? `Managed by the platform${setting === undefined ? `: ${reason}` : ''}`
            : setting === undefined
              ? 'Daemon default'
              : 'Platform default'}
        </Text>
      </Text>
      {reason === null && (
        <Button size="xs" variant="default" onClick={onSet} aria-label={`Override ${key}`}>
          Override
        </Button>
      )}
    </OptionLine>
  );
}

interface OverrideRowProps {
  override: ConfigOverride;
  of: ClientVersion;
  /** Whether it was added just now: its value takes the focus. */
  isAdded: boolean;
  faultOf: (...part: readonly (keyof ConfigOverride)[]) => string | undefined;
  onChange: (value: string) => void;
  onRemove: () => void;
}

function OverrideRow({ override: { key, value }, of, isAdded, faultOf, onChange, onRemove }: OverrideRowProps) {
  const option = optionCatalog(of).find(key.trim());
  // bitcoind ignores a key's section and `no` prefix.
  const base = key.trim().replace(/^(?:[a-z0-9]+\.)?(?:no)?/, '');
  const managed = platformReason(key, of);
  const warning =
    managed === null ? (faultOf('key') ?? unknownKeyNote(base, of)) : `Managed by the platform: ${managed}. Remove it.`;
  const unit = option?.unit === undefined ? '' : ` Unit: ${option.unit}.`;
  const help = (
    <>
      {option !== undefined && `${option.help}.${defaultOf(option)}${unit}`}
      <ForeignLine span fz="xs" c="var(--console-warning)">
        {warning}
      </ForeignLine>
    </>
  );
  return (
    <OptionLine name={key} help={help}>
      <Value
        {...{ option, value }}
        name={`Value of ${key}`}
        autoFocus={isAdded}
        fault={faultOf('value')}
        onChange={onChange}
      />
      <ActionIcon size="lg" onClick={onRemove} aria-label={`Reset ${key}`}>
        <IconTrash size={18} />
      </ActionIcon>
    </OptionLine>
  );
}

interface ValueProps {
  option: ConfigOption | undefined;
  value: string;
  name: string;
  autoFocus: boolean;
  fault: string | undefined;
  onChange: (value: string) => void;
}

function Value({ option, value, name, autoFocus, fault, onChange }: ValueProps) {
  const shared = { 'aria-label': name, placeholder: 'Value', error: fault, flex: 1, autoFocus };
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
