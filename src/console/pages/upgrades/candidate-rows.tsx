import { Checkbox } from '@mantine/core';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Reason } from '../../display/values/reason.tsx';
import type { Upgradeable } from './shown-upgrade.ts';

interface Candidate {
  executor: Upgradeable;
  /** Why it cannot be upgraded; null where it can. */
  why: string | null;
}

interface CandidateRowsProps {
  candidates: readonly Candidate[];
  /** Those that could be upgraded, and are left out. */
  left: ReadonlySet<string>;
  onChange: (left: ReadonlySet<string>) => void;
}

/** The executors, to choose from, with what stands against an upgrade. */
export function CandidateRows({ candidates, left, onChange }: CandidateRowsProps) {
  const toggle = (id: string) => {
    const others = new Set(left);
    if (!others.delete(id)) others.add(id);
    onChange(others);
  };
  return (
    <Rows
      label="Executors to choose from"
      rows={candidates}
      keyOf={({ executor }) => executor.id}
      rowHeight={44}
      maxHeight="max(240px, calc(100dvh - 420px))"
      empty="There is no executor yet."
      columns={[
        {
          id: 'chosen',
          label: 'Chosen',
          hidesLabel: true,
          width: '24px',
          cell: ({ executor, why }) => (
            <Checkbox
              aria-label={`Upgrade ${executor.name}`}
              checked={why === null && !left.has(executor.id)}
              disabled={why !== null}
              onChange={() => toggle(executor.id)}
            />
          ),
        },
        {
          id: 'name',
          label: 'Executor',
          cell: ({ executor }) => <ForeignText>{executor.name}</ForeignText>,
        },
        { id: 'version', label: 'Version', width: '80px', cell: ({ executor }) => executor.version },
        {
          id: 'why',
          label: 'What stands against it',
          width: 'minmax(0, 3fr)',
          isForWide: true,
          cell: ({ why }) => <Reason>{why}</Reason>,
        },
      ]}
    />
  );
}
