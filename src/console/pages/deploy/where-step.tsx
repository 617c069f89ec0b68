import { Radio, Select, Stack, Text } from '@mantine/core';
import { QueryView } from '../../display/answers/query-view.tsx';
import { formatMiB } from '../../display/values/amounts.ts';
import { ExecutorSelect } from './executor-select.tsx';
import type { Beginning } from './plan.ts';
import { SourceTable } from './source-table.tsx';
import { faultAt, type StepProps } from './step-props.ts';

const beginnings: readonly { value: Beginning; label: string; description: string }[] = [
  { value: 'new', label: 'With nothing', description: 'It fetches its chain from other nodes.' },
  {
    value: 'adopt',
    label: 'With kept data',
    description: 'It goes on with what a deleted node left on an executor, wallets in it as well.',
  },
  {
    value: 'seed',
    label: 'As a copy of a node',
    description: 'On the same executor; the other node is stopped while the copy is made.',
  },
];

/** What the chain data begins with, and so on which executor. */
export function WhereStep({ plan, offered, sources, faults, onChange }: StepProps) {
  return (
    <Stack>
      <Radio.Group
        label="How it begins"
        value={plan.beginning}
        onChange={(value) => onChange({ beginning: value as Beginning })}
      >
        <Stack gap="xs" mt={4}>
          {beginnings.map((each) => (
            <Radio key={each.value} {...each} />
          ))}
        </Stack>
      </Radio.Group>
      {plan.beginning === 'new' && (
        <ExecutorSelect value={plan.executorId} onChange={(executorId) => onChange({ executorId, dataRoot: null })} />
      )}
      {sources.query !== undefined && (
        <QueryView query={sources.query} height={120}>
          {() =>
            plan.beginning === 'adopt' ? (
              <SourceTable
                label="Kept data"
                sources={sources.all}
                chosen={plan.adoptData}
                onChoose={(adoptData) => onChange({ adoptData })}
                hasWallets
                empty="No executor has data that no node uses. It stays there when a node is deleted and its data is kept."
              />
            ) : (
              <SourceTable
                label="Nodes to copy"
                sources={sources.all}
                chosen={plan.seedFrom}
                onChoose={(seedFrom) => onChange({ seedFrom, dataRoot: null })}
                hasWallets={false}
                empty="There is no node to copy yet."
              />
            )
          }
        </QueryView>
      )}
      {['adoptData', 'seedFrom', 'executorId'].map((field) => {
        const fault = faultAt(faults, field);
        return fault === undefined ? null : (
          <Text key={field} fz="sm" c="var(--console-warning)">
            {fault}
          </Text>
        );
      })}
      <DataRoots {...{ plan, offered, faults, onChange }} />
    </Stack>
  );
}

/** Where on its executor the data is kept, where there is a choice. Kept data is where it is. */
function DataRoots({ plan, offered, faults, onChange }: Pick<StepProps, 'plan' | 'offered' | 'faults' | 'onChange'>) {
  const roots = offered.executor?.dataRoots ?? [];
  const [usual] = roots;
  if (plan.beginning === 'adopt' || usual === undefined || roots.length < 2) return null;
  return (
    <Select
      label="Data root"
      description="The directory of the host for its data"
      data={roots.map(({ name, freeMiB }) => ({
        value: name,
        label: freeMiB == null ? name : `${name} (${formatMiB(freeMiB)} free)`,
      }))}
      value={plan.dataRoot ?? usual.name}
      onChange={(dataRoot) => onChange({ dataRoot })}
      error={faultAt(faults, 'dataRoot')}
      allowDeselect={false}
    />
  );
}
