import { counted } from '../../text/counted.ts';
import { type Line, tableLines } from '../output.ts';
import type { Change } from './change.ts';
import type { PlaceOf } from './fleet-files.ts';
import { writtenName } from './object-names.ts';

const steady: ReadonlySet<Change['kind']> = new Set(['unchanged', 'unmanaged', 'absent']);

export const isDrift = ({ kind }: Pick<Change, 'kind'>): boolean => !steady.has(kind);

export const nameOf = ({ type, name }: Pick<Change, 'type' | 'name'>): string => `${type} ${name}`;

/** What scripts see of a plan. */
export const shownPlan = (changes: readonly Change[], placeOf: PlaceOf) =>
  changes.map(({ request: _request, refusals, ...shown }) => ({
    ...shown,
    refusals: refusals.map(({ path, message }) => ({
      ...(placeOf(shown, path) ?? { file: null, line: null }),
      ...{ path: path.join('.'), message },
    })),
  }));

/** Names of each type that are printed; JSON has all of them. */
const maxNames = 10;

export function planLines(changes: readonly Change[], placeOf: PlaceOf): Line[] {
  const drift = changes.filter(isDrift);
  const rows = drift.flatMap(rowsOf);
  const refusals = drift.flatMap((change) =>
    change.refusals.map(({ path, message }) => {
      const place = placeOf(change, path);
      const parts = [place && `${place.file}:${place.line}`, nameOf(change), path.join('.'), message];
      return `refused: ${parts.filter(Boolean).join(': ')}`;
    }),
  );
  const unmanaged = Map.groupBy(
    changes.filter(({ kind }) => kind === 'unmanaged'),
    ({ type }) => type,
  );
  return [
    ...(rows.length === 0 ? [] : [...tableLines(['change', 'object', 'field', 'from', 'to', 'consequence'], rows), '']),
    ...refusals,
    ...changes
      .filter(({ kind }) => kind === 'absent')
      .map((change) => `--prune ${writtenName(change)}: ${change.summary}`),
    drift.length === 0 ? 'no changes' : counts(changes),
    ...[...unmanaged].map(([type, of]) =>
      unmanagedLine(
        type,
        of.map(({ name }) => name),
      ),
    ),
  ];
}

function unmanagedLine(type: Change['type'], names: readonly string[]): string {
  const others = names.length - maxNames;
  const more = others > 0 ? ` and ${others} more; see: satrap ${type}s list` : '';
  return `${counted(names.length, type)} not in the file: ${names.slice(0, maxNames).join(', ')}${more}`;
}

/** A row for each field. A consequence is named with the first field that has it. */
function rowsOf(change: Change): string[][] {
  const { kind, fields, summary } = change;
  const start = [kind, nameOf(change)];
  const seen = new Set<string>();
  const rows = fields
    .filter(({ field }) => kind !== 'create' || field !== 'name')
    .flatMap(({ field, from, to, consequences }) => {
      const above = consequences.length > 0 ? 'as above' : '';
      const [first = above, ...rest] = consequences.filter((each) => !seen.has(each));
      for (const each of consequences) seen.add(each);
      const object = kind === 'create' ? ['', ''] : start;
      return [
        [...object, field, from ?? '-', to ?? '-', first],
        ...rest.map((consequence) => ['', '', '', '', '', consequence]),
      ];
    });
  return kind === 'update' ? rows : [[...start, '-', '-', '-', summary], ...rows];
}

function counts(changes: readonly Change[]): string {
  const groups = Map.groupBy(changes, ({ kind }) => kind);
  const words = { create: 'to create', update: 'to update', delete: 'to delete', unchanged: 'unchanged' } as const;
  const restarts = changes.filter((change) => isDrift(change) && change.restarts).length;
  const sums = (Object.keys(words) as (keyof typeof words)[]).map(
    (kind) => `${groups.get(kind)?.length ?? 0} ${words[kind]}`,
  );
  return `${sums.join(', ')}${restarts === 0 ? '' : `; ${restarts === 1 ? '1 daemon restarts' : `${restarts} daemons restart`}`}`;
}
