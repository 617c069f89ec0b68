import { counted } from '../../text/counted.ts';
import { type Line, tableLines } from '../output.ts';
import type { Change } from './plan.ts';

export const isDrift = ({ kind }: Change): boolean => kind !== 'unchanged' && kind !== 'unmanaged';

export const nameOf = ({ type, name }: Pick<Change, 'type' | 'name'>): string => `${type} ${name}`;

/** What scripts see of a plan. */
export const shownPlan = (changes: readonly Change[]) => changes.map(({ request: _request, ...shown }) => shown);

export function planLines(changes: readonly Change[]): Line[] {
  const drift = changes.filter(isDrift);
  const rows = drift.flatMap((change): string[][] => {
    const start = [change.kind, nameOf(change)];
    if (change.kind !== 'update') return [[...start, '-', '-', '-', change.summary]];
    return change.fields.flatMap(({ field, from, to, consequences: [first = '', ...rest] }) => [
      [...start, field, from ?? '-', to ?? '-', first],
      ...rest.map((consequence) => ['', '', '', '', '', consequence]),
    ]);
  });
  const refusals = drift.flatMap((change) =>
    change.refusals.map((refusal) => `refused: ${nameOf(change)}: ${refusal}`),
  );
  const unmanaged = changes.filter(({ kind }) => kind === 'unmanaged').map(({ name }) => name);
  return [
    ...(rows.length === 0 ? [] : [...tableLines(['change', 'object', 'field', 'from', 'to', 'consequence'], rows), '']),
    ...refusals,
    drift.length === 0 ? 'no changes' : counts(changes),
    ...(unmanaged.length === 0
      ? []
      : [`${counted(unmanaged.length, 'node')} not in the file: ${unmanaged.join(', ')}`]),
  ];
}

function counts(changes: readonly Change[]): string {
  const groups = Map.groupBy(changes, ({ kind }) => kind);
  const words = { create: 'to create', update: 'to update', delete: 'to delete', unchanged: 'unchanged' } as const;
  return (Object.keys(words) as (keyof typeof words)[])
    .map((kind) => `${groups.get(kind)?.length ?? 0} ${words[kind]}`)
    .join(', ');
}
