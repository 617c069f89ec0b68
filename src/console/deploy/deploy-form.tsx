import { Button, Group, NumberInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Network, NodeType } from '../../contract/types.generated.ts';
import { useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/failure.tsx';
import { Panel } from '../display/panel.tsx';
import { OverrideRow } from '../node/configuration/override-row.tsx';
import { DeploymentPreview } from './deployment-preview.tsx';
import { ExecutorSelect } from './executor-select.tsx';
import { DeployNodeDocument } from './operations.generated.ts';
import { type ChosenPlan, faultsOf, inputOf, type Offered, type Plan } from './plan.ts';
import { usePreview } from './use-preview.ts';

interface DeployFormProps {
  plan: ChosenPlan;
  offered: Offered;
  onChange: (changes: Partial<Plan>) => void;
}

const resourceFields = [
  { field: 'cpuCores', label: 'Processor cores', step: 0.5, min: 0.1 },
  { field: 'memoryMiB', label: 'Memory (MiB)', step: 256, min: 256 },
  { field: 'diskGiB', label: 'Disk (GiB, planned)', step: 10, min: 1 },
] as const;

export function DeployForm({ plan, offered, onChange }: DeployFormProps) {
  const navigate = useNavigate();
  const faults = faultsOf(plan);
  const { preview, error, isSettled } = usePreview(inputOf(plan), faults.length === 0);
  const deploy = useApiMutation(DeployNodeDocument, {
    failure: 'none',
    done: ({ createNode: { name } }) => `${name} is being deployed.`,
    onDone: ({ createNode: { id } }) => void navigate({ to: '/nodes/$nodeId', params: { nodeId: id } }),
  });
  const canDeploy = faults.length === 0 && isSettled && preview?.accepted === true;
  const { overrides } = plan;
  const add = () => {
    const id = Math.max(-1, ...overrides.map((each) => each.id)) + 1;
    onChange({ overrides: [...overrides, { id, key: '', value: '' }] });
  };
  const faultAt = (...path: string[]) =>
    faults.find((each) => path.every((part, index) => each.path[index] === part))?.message;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canDeploy) deploy.mutate({ data: inputOf(plan) });
      }}
    >
      <Stack gap="lg" maw={860}>
        <Panel title="What and where">
          <Stack>
            <TextInput
              label="Name"
              value={plan.name}
              onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
              error={plan.name === '' ? undefined : faultAt('name')}
              spellCheck={false}
              autoComplete="off"
              required
              withAsterisk={false}
            />
            <ExecutorSelect value={plan.executorId} onChange={(executorId) => onChange({ executorId })} />
            <Group gap="xl" align="start">
              <Stack gap={4}>
                <Text fz="sm" fw={500} id="network-label">
                  Network
                </Text>
                <SegmentedControl
                  aria-labelledby="network-label"
                  data={offered.networks.map((each) => ({ value: each, label: each }))}
                  value={plan.network}
                  onChange={(value) => onChange({ network: value as Network })}
                />
              </Stack>
              <Stack gap={4}>
                <Text fz="sm" fw={500} id="type-label">
                  Block history
                </Text>
                <SegmentedControl
                  aria-labelledby="type-label"
                  data={offered.nodeTypes.map((each) => ({ value: each, label: each }))}
                  value={plan.nodeType}
                  onChange={(value) => onChange({ nodeType: value as NodeType })}
                />
              </Stack>
              <Select
                label="Version of bitcoind"
                data={offered.clients.map(({ version }) => version)}
                value={plan.clientVersion}
                onChange={(clientVersion) => onChange({ clientVersion })}
                allowDeselect={false}
                w={160}
              />
            </Group>
          </Stack>
        </Panel>
        <Panel title="Resources">
          <Group grow preventGrowOverflow={false} align="start">
            {resourceFields.map(({ field, label, step, min }) => (
              <NumberInput
                key={field}
                {...{ label, step, min }}
                value={plan.resources[field]}
                onChange={(value) => onChange({ resources: { ...plan.resources, [field]: Number(value) } })}
                error={faultAt('resources', field)}
              />
            ))}
          </Group>
        </Panel>
        <Panel title="Options of bitcoin.conf">
          <Stack>
            {overrides.map((override, index) => (
              <OverrideRow
                key={override.id}
                {...{ override, clientVersion: plan.clientVersion }}
                faults={faults.filter(({ path }) => path[0] === 'overrides' && path[1] === index)}
                onChange={(changes) =>
                  onChange({ overrides: overrides.map((each) => (each === override ? { ...each, ...changes } : each)) })
                }
                onRemove={() => onChange({ overrides: overrides.filter((each) => each !== override) })}
              />
            ))}
            <div>
              <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
                Set an option
              </Button>
            </div>
          </Stack>
        </Panel>
        <Panel title="What it comes to">
          <Stack>
            {preview != null && <DeploymentPreview preview={preview} />}
            {preview == null && (
              <Text fz="sm" c="dimmed">
                {plan.name === '' ? 'Give the node a name to see it.' : 'Mend what is marked above to see it.'}
              </Text>
            )}
            {error !== null && <Failure error={error} />}
            {deploy.error !== null && <Failure error={deploy.error} />}
            <div>
              <Button type="submit" disabled={!canDeploy} loading={deploy.isPending}>
                Deploy
              </Button>
            </div>
          </Stack>
        </Panel>
      </Stack>
    </form>
  );
}
