import { Checkbox, Text, Title } from '@mantine/core';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { counted } from '../../../text/counted.ts';
import { bindChecked } from '../../display/form.tsx';
import { TextButton } from '../../display/text.tsx';
import { faultAt, resourceFields } from '../node/configuration/draft.ts';
import { OverrideRows, ResourceInputs } from '../node/configuration/inputs.tsx';
import { SettingsTable } from '../node/configuration/settings-table.tsx';
import { Folded } from './blocks.tsx';
import type { BlockProps } from './deploy-form.tsx';
import { describeResources } from './fit.ts';
import { faultsOf } from './plan.ts';

/** Resources, bitcoin.conf options, validated as you type, and whether the node starts after deployment. */
export function AdvancedBlock({ plan, faults, preview, onChange }: BlockProps) {
  const { network, nodeType, resources, overrides } = plan;
  const recommended = defaultResources(network, nodeType);
  const own = faultsOf(plan);
  const settings = preview?.configChanges.map((each) => ({
    ...each,
    value: each.to,
    origin: each.origin ?? 'platform',
  }));
  return (
    <Folded
      fields="resources overrides"
      title="Advanced"
      note={`${describeResources(resources)}, ${counted(overrides.length, 'option')}`}
      opens={faultAt(own, 'resources') !== undefined || faultAt(own, 'overrides') !== undefined}
    >
      <Title order={3}>Resources</Title>
      <Text variant="hint">
        Recommended for a {nodeType} {network} node. Lower values allocate less.
      </Text>
      <ResourceInputs {...{ resources, recommended, faults, onChange }} />
      {resourceFields.some(({ field }) => resources[field] !== recommended[field]) && (
        <div>
          <TextButton onClick={() => onChange({ resources: recommended })}>Use recommended values</TextButton>
        </div>
      )}
      <Title order={3}>Configuration</Title>
      <Text variant="hint">Most nodes need no options. You can change them later.</Text>
      <OverrideRows {...{ overrides, of: plan, faults, onChange }} />
      <Checkbox label="Start node now" {...bindChecked(plan.starts, (starts) => onChange({ starts }))} />
      {settings !== undefined && settings.length > 0 && (
        <>
          <Title order={3}>Effective configuration, {settings.length} settings</Title>
          <SettingsTable settings={settings} />
        </>
      )}
    </Folded>
  );
}
