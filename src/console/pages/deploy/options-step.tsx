import { Checkbox, Stack, Text } from '@mantine/core';
import { OverrideRows } from '../node/configuration/override-rows.tsx';
import type { StepProps } from './step-props.ts';

/** Options of bitcoin.conf, each judged while it is typed, and whether the node starts at once. */
export const OptionsStep = ({ plan, faults, onChange }: StepProps) => (
  <Stack>
    <Text fz="sm">
      The platform sets what a node needs; most nodes need nothing here. Each option can be changed later.
    </Text>
    <OverrideRows
      {...{ overrides: plan.overrides, of: plan, faults }}
      onChange={(overrides) => onChange({ overrides })}
    />
    <Checkbox
      label="Start it at once"
      checked={plan.starts}
      onChange={({ currentTarget }) => onChange({ starts: currentTarget.checked })}
    />
  </Stack>
);
