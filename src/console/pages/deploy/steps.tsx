import { Anchor, Checkbox, Group, List, SegmentedControl, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { clientFamily } from '../../../bitcoin/clients/registry.ts';
import type { NodeResources } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import type { Network, NodeType } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { bindChecked, bindText } from '../../display/form.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import { choiceLabel } from '../../display/lifecycle.ts';
import { ForeignText } from '../../display/text.tsx';
import { Refusal } from '../node/configuration/consequences.tsx';
import { OverrideRows, ResourceInputs } from '../node/configuration/inputs.tsx';
import { SettingsTable } from '../node/configuration/settings-table.tsx';
import { consequencesOf } from './plan.ts';
import { faultAt, type Preview, type StepProps } from './step-ids.ts';
import { roomText } from './where-step.tsx';

export function WhatStep({ plan, offered, faults, isRefused, onChange }: StepProps) {
  const ofData = plan.source?.network ?? null;
  return (
    <Stack>
      <TextInput
        label="Name"
        {...bindText(plan.name, (text) => onChange({ name: text }))}
        // No error before the first input.
        error={plan.name === '' && !isRefused ? undefined : faultAt(faults, 'name')}
        spellCheck={false}
        autoComplete="off"
        required
      />
      <Group gap="xl" align="start">
        <Choice label="Network" fault={faultAt(faults, 'network')}>
          {(labelId) =>
            ofData !== null ? (
              <Text fz="sm">{ofData} (set by the chain data)</Text>
            ) : (
              <SegmentedControl
                aria-labelledby={labelId}
                data={offered.networks.map((each) => ({ value: each, label: each }))}
                value={plan.network}
                onChange={(value) => onChange({ network: value as Network })}
              />
            )
          }
        </Choice>
        <Choice label="Block history" fault={faultAt(faults, 'nodeType')}>
          {(labelId) => (
            <SegmentedControl
              aria-labelledby={labelId}
              data={offered.nodeTypes.map((each) => ({ value: each, label: each }))}
              value={plan.nodeType}
              onChange={(value) => onChange({ nodeType: value as NodeType })}
            />
          )}
        </Choice>
        <Select
          label="Version"
          data={offered.clients.map(({ client, version, lifecycle }) => ({
            value: `${client} ${version}`,
            label: choiceLabel(`${client} ${version}`, lifecycle),
          }))}
          value={`${plan.client} ${plan.clientVersion}`}
          onChange={(chosen) => {
            const found = offered.clients.find(({ client, version }) => `${client} ${version}` === chosen);
            if (found !== undefined) onChange({ client: found.client, clientVersion: found.version });
          }}
          description={[plan.lifecycle.summary, clientFamily(plan.client).note].filter(Boolean).join('; ')}
          error={faultAt(faults, 'client') ?? faultAt(faults, 'clientVersion')}
          allowDeselect={false}
          w={{ base: '100%', xs: 220 }}
        />
      </Group>
    </Stack>
  );
}

interface ChoiceProps {
  label: string;
  fault: string | undefined;
  children: (labelId: string) => ReactNode;
}

function Choice({ label, fault, children }: ChoiceProps) {
  const id = useId();
  return (
    <Stack gap={4}>
      <Text fz="sm" fw={500} id={id}>
        {label}
      </Text>
      {children(id)}
      {fault !== undefined && (
        <Text fz="xs" c="var(--console-bad)" maw={320}>
          {fault}
        </Text>
      )}
    </Stack>
  );
}

/** The node's resources, prefilled with recommended values. */
export function ResourcesStep({ plan, faults, preview, onChange }: StepProps) {
  const { network, nodeType, resources } = plan;
  const recommended = defaultResources(network, nodeType);
  const notes = {
    cpuCores: `Recommended: ${recommended.cpuCores}`,
    memoryMiB: `Recommended: ${recommended.memoryMiB}`,
    diskGiB: `Recommended: ${recommended.diskGiB}`,
  };
  return (
    <Stack>
      <Text fz="sm">
        Recommended for a {nodeType} {network} node. Lower values allocate less.
      </Text>
      <ResourceInputs {...{ resources, faults, notes }} onChange={(changed) => onChange({ resources: changed })} />
      {!isSame(resources, recommended) && (
        <div>
          <Anchor component="button" type="button" fz="sm" onClick={() => onChange({ resources: null })}>
            Use recommended values
          </Anchor>
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

const isSame = (one: NodeResources, other: NodeResources): boolean =>
  one.cpuCores === other.cpuCores && one.memoryMiB === other.memoryMiB && one.diskGiB === other.diskGiB;

/** bitcoin.conf options, validated as you type, and whether the node starts after deployment. */
export const OptionsStep = ({ plan, faults, onChange }: StepProps) => (
  <Stack>
    <Text fz="sm">Most nodes need no options. You can change them later.</Text>
    <OverrideRows
      {...{ overrides: plan.overrides, of: plan, faults }}
      onChange={(overrides) => onChange({ overrides })}
    />
    <Checkbox label="Start node now" {...bindChecked(plan.starts, (isOn) => onChange({ starts: isOn }))} />
  </Stack>
);

export function ReviewStep({ plan, preview }: StepProps) {
  const { name, network, nodeType, client, clientVersion, resources } = plan;
  return (
    <Stack>
      <Text fz="sm">
        <ForeignText>{name === '' ? 'Unnamed node' : name}</ForeignText>: {nodeType} {network} node with {client}{' '}
        {clientVersion}, {counted(resources.cpuCores, 'core', formatNumber(resources.cpuCores, 1))},{' '}
        {formatMiB(resources.memoryMiB)} memory and {formatGiB(resources.diskGiB)} disk.
      </Text>
      <List fz="sm" spacing={4} aria-label="Consequences">
        {consequencesOf(plan).map(({ text, isLasting }) => (
          <List.Item key={text} {...(isLasting ? { c: 'var(--console-warning)' } : {})}>
            <ForeignText>{text}</ForeignText>
          </List.Item>
        ))}
      </List>
      {preview === undefined ? (
        <Text variant="hint">Fix the marked fields to preview the configuration.</Text>
      ) : (
        <>
          <Refusal issues={preview.issues} />
          <PreviewedSettings configChanges={preview.configChanges} />
        </>
      )}
    </Stack>
  );
}

const PreviewedSettings = ({ configChanges }: Pick<Preview, 'configChanges'>) =>
  configChanges.length === 0 ? null : (
    <Stack gap="xs">
      <Title order={3} fz="md">
        Effective configuration, {configChanges.length} settings
      </Title>
      <SettingsTable
        settings={configChanges.map(({ key, to, origin, note }) => ({
          ...{ key, value: to ?? null, origin: origin ?? 'platform', note: note ?? null },
        }))}
      />
    </Stack>
  );
