import { Checkbox, Group, Input, List, SegmentedControl, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useId } from 'react';
import { clientFamily } from '../../../bitcoin/clients/registry.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { withState } from '../../../contract/lifecycle-words.ts';
import { counted } from '../../../text/counted.ts';
import { bindChecked, bindText } from '../../display/form.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import { ForeignText, TextButton } from '../../display/text.tsx';
import { Refusal } from '../node/configuration/consequences.tsx';
import { faultAt, resourceFields } from '../node/configuration/draft.ts';
import { OptionForm, ResourceInputs } from '../node/configuration/inputs.tsx';
import { SettingsTable } from '../node/configuration/settings-table.tsx';
import { consequencesOf } from './plan.ts';
import type { StepProps } from './step-ids.ts';
import { roomText } from './where-step.tsx';

export function WhatStep({ plan, offered, faults, isRefused, onChange }: StepProps) {
  return (
    <Stack>
      <TextInput
        label="Name"
        {...bindText(plan.name, (name) => onChange({ name }))}
        // No error before the first input.
        error={plan.name === '' && !isRefused ? undefined : faultAt(faults, 'name')}
        required
      />
      <Group gap="xl" align="start">
        {plan.source?.network == null ? (
          <Choice
            label="Network"
            fault={faultAt(faults, 'network')}
            values={offered.networks}
            value={plan.network}
            onChange={(network) => onChange({ network })}
          />
        ) : (
          <Input.Wrapper labelElement="div" label="Network" error={faultAt(faults, 'network')}>
            <Text fz="sm">{plan.network} (set by the chain data)</Text>
          </Input.Wrapper>
        )}
        <Choice
          label="Block history"
          fault={faultAt(faults, 'nodeType')}
          values={offered.nodeTypes}
          value={plan.nodeType}
          onChange={(nodeType) => onChange({ nodeType })}
        />
        <Select
          label="Version"
          data={offered.clients.map(({ client, version, lifecycle }) => ({
            value: `${client} ${version}`,
            label: withState(`${client} ${version}`, lifecycle),
          }))}
          value={`${plan.client} ${plan.clientVersion}`}
          onChange={(chosen) => {
            const found = offered.clients.find(({ client, version }) => `${client} ${version}` === chosen);
            if (found !== undefined) onChange({ client: found.client, clientVersion: found.version });
          }}
          description={[plan.lifecycle.summary, clientFamily(plan.client).note].filter(Boolean).join('; ')}
          error={faultAt(faults, 'client') ?? faultAt(faults, 'clientVersion')}
          w={{ base: '100%', xs: 220 }}
        />
      </Group>
    </Stack>
  );
}

interface ChoiceProps<T> {
  label: string;
  fault: string | undefined;
  values: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, fault, values, value, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <Input.Wrapper id={id} labelElement="div" label={label} error={fault} maw={320}>
      <SegmentedControl
        aria-labelledby={`${id}-label`}
        data={[...values]}
        value={value}
        onChange={(chosen) => onChange(chosen as T)}
      />
    </Input.Wrapper>
  );
}

/** The node's resources, prefilled with recommended values. */
export function ResourcesStep({ plan, faults, preview, onChange }: StepProps) {
  const { network, nodeType, resources } = plan;
  const recommended = defaultResources(network, nodeType);
  return (
    <Stack>
      <Text fz="sm">
        Recommended for a {nodeType} {network} node. Lower values allocate less.
      </Text>
      <ResourceInputs {...{ resources, recommended, faults, onChange }} />
      {resourceFields.some(({ field }) => resources[field] !== recommended[field]) && (
        <div>
          <TextButton onClick={() => onChange({ resources: null })}>Use recommended values</TextButton>
        </div>
      )}
      {preview?.executor != null && (
        <Text variant="hint">
          Available on <ForeignText>{preview.executor.name}</ForeignText>: {roomText(preview.executor.room)}.
        </Text>
      )}
    </Stack>
  );
}

/** bitcoin.conf options, validated as you type, and whether the node starts after deployment. */
export const OptionsStep = ({ plan, faults, onChange }: StepProps) => (
  <Stack>
    <Text fz="sm">Most nodes need no options. You can change them later.</Text>
    <OptionForm {...{ overrides: plan.overrides, of: plan, faults, onChange }} />
    <Checkbox label="Start node now" {...bindChecked(plan.starts, (starts) => onChange({ starts }))} />
  </Stack>
);

export function ReviewStep({ plan, preview }: StepProps) {
  const { name, network, nodeType, client, clientVersion, lifecycle, resources } = plan;
  const changes = preview?.configChanges ?? [];
  const state = { text: `${client} ${clientVersion}: ${lifecycle.summary}.`, isLasting: lifecycle.warning !== null };
  const notes = (preview?.notes ?? []).map((text) => ({ text, isLasting: true }));
  const settings = changes.map((each) => ({ ...each, value: each.to, origin: each.origin ?? 'platform' }));
  return (
    <Stack>
      <Text fz="sm">
        <ForeignText>{name === '' ? 'Unnamed node' : name}</ForeignText>: {nodeType} {network} node with {client}{' '}
        {withState(clientVersion, lifecycle)},{' '}
        {counted(resources.cpuCores, 'core', formatNumber(resources.cpuCores, 1))}, {formatMiB(resources.memoryMiB)}{' '}
        memory and {formatGiB(resources.diskGiB)} disk.
      </Text>
      <List fz="sm" spacing={4} aria-label="Consequences">
        {[state, ...consequencesOf(plan), ...notes].map(({ text, isLasting }) => (
          <List.Item key={text} c={isLasting ? 'var(--console-warning)' : undefined}>
            <ForeignText>{text}</ForeignText>
          </List.Item>
        ))}
      </List>
      {preview === undefined && <Text variant="hint">Fix the marked fields to preview the configuration.</Text>}
      <Refusal issues={preview?.issues ?? []} />
      {settings.length > 0 && (
        <Stack gap="xs">
          <Title order={3} fz="md">
            Effective configuration, {settings.length} settings
          </Title>
          <SettingsTable settings={settings} />
        </Stack>
      )}
    </Stack>
  );
}
