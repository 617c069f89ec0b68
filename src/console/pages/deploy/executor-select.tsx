import { Select } from '@mantine/core';
import { useWholeList } from '../../api/use-whole-list.ts';
import { DeployExecutorsDocument } from './operations.generated.ts';
import { roomText } from './room-text.ts';

const chosenForMe = 'any';

/** Where a node shall run; by default the control plane chooses the executor with the most room. */
export function ExecutorSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data } = useWholeList(
    DeployExecutorsDocument,
    {},
    { rowsOf: (found) => found.executors, shows: ['executor', 'node'] },
  );
  const executors = (data ?? []).map(({ id, name, status, cordon, room }) => {
    const obstacle = status === 'offline' ? 'offline' : cordon == null ? null : 'cordoned';
    return { value: id, label: `${name} (${obstacle ?? `${roomText(room)} left`})`, disabled: obstacle !== null };
  });
  return (
    <Select
      label="Executor"
      description="The control plane chooses the one with the most room that can take the node, or you do."
      data={[{ value: chosenForMe, label: 'Choose for me' }, ...executors]}
      value={value ?? chosenForMe}
      onChange={(id) => onChange(id === chosenForMe ? null : id)}
      allowDeselect={false}
      searchable
    />
  );
}
