import { Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { clientFamily } from '../../../bitcoin/clients/registry.ts';
import type { Network, NodeType } from '../../../contract/types.generated.ts';
import { choiceLabel } from '../../display/values/lifecycle.ts';
import { faultAt, type StepProps } from './step-props.ts';

/** Name, network, block history and version: only what is offered where the node may run. */
export function WhatStep({ plan, offered, faults, isRefused, onChange }: StepProps) {
  const ofData = plan.source?.network ?? null;
  return (
    <Stack>
      <TextInput
        label="Name"
        value={plan.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        // Nobody is told off before the first letter.
        error={plan.name === '' && !isRefused ? undefined : faultAt(faults, 'name')}
        spellCheck={false}
        autoComplete="off"
        required
      />
      <Group gap="xl" align="start">
        <Choice label="Network" fault={faultAt(faults, 'network')}>
          {(labelId) =>
            ofData !== null ? (
              <Text fz="sm">{ofData}, as its data is</Text>
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
