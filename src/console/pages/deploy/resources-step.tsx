import { Anchor, Stack, Text } from '@mantine/core';
import type { NodeResources } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { ResourceInputs } from '../node/configuration/resource-inputs.tsx';
import { roomText } from './room-text.ts';
import type { StepProps } from './step-props.ts';

/** What the node may use: what is usual for its network, to be lowered or raised. */
export function ResourcesStep({ plan, faults, preview, onChange }: StepProps) {
  const { network, nodeType, resources } = plan;
  const usual = defaultResources(network, nodeType);
  const notes = {
    cpuCores: `Usual: ${usual.cpuCores}`,
    memoryMiB: `Usual: ${usual.memoryMiB}`,
    diskGiB: `Usual: ${usual.diskGiB}`,
  };
  return (
    <Stack>
      <Text fz="sm">
        Filled in with what is usual for a {nodeType} node of {network}; less is promised to it if you lower them.
      </Text>
      <ResourceInputs {...{ resources, faults, notes }} onChange={(changed) => onChange({ resources: changed })} />
      {!isSame(resources, usual) && (
        <div>
          <Anchor component="button" type="button" fz="sm" onClick={() => onChange({ resources: null })}>
            Take what is usual
          </Anchor>
        </div>
      )}
      {preview?.executor != null && (
        <Text variant="hint">
          <ForeignText>{preview.executor.name}</ForeignText> has {roomText(preview.executor.room)} left for a further
          node.
        </Text>
      )}
    </Stack>
  );
}

const isSame = (one: NodeResources, other: NodeResources): boolean =>
  one.cpuCores === other.cpuCores && one.memoryMiB === other.memoryMiB && one.diskGiB === other.diskGiB;
