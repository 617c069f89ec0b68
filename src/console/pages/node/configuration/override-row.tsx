import { ActionIcon, Autocomplete, Group, Select, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type ConfigOption, optionCatalogue } from '../../../../bitcoin/clients/catalogue.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigIssue, ConfigOverride } from '../../../../bitcoin/node-config.ts';
import { unknownKeyNote } from '../../../../bitcoin/setting-notes.ts';
import { ForeignText } from '../../../display/values/foreign-text.tsx';
import { platformReason } from './platform-rows.ts';

interface OverrideRowProps {
  override: ConfigOverride;
  of: ClientVersion;
  faults: readonly ConfigIssue[];
  onChange: (changes: Partial<ConfigOverride>) => void;
  onRemove: () => void;
}

/** One option that a user sets, with its help, and an input of its type. */
export function OverrideRow({ override: { key, value }, of, faults, onChange, onRemove }: OverrideRowProps) {
  const { options, find } = optionCatalogue(of);
  const option = find(key.trim());
  const managed = platformReason(key, of);
  // As bitcoind reads a key: without its section and without `no`.
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
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={onRemove}
          aria-label={`Remove ${key || 'the row'}`}
        >
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
            {option.help}.{option.default !== null && ` bitcoind’s own default is ${option.default || 'empty'}.`}
            {option.unit !== undefined && ` In ${option.unit}.`}
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
      value={value}
      onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      error={fault}
      spellCheck={false}
      autoComplete="off"
      style={{ flex: 1 }}
    />
  );
}
