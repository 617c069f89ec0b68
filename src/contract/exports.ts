import { type CsvColumn, csvHead, csvLine } from '../text/csv.ts';
import type { AuditAction, Event } from './types.generated.ts';

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportedEvent = Pick<Event, 'id' | 'at' | 'level' | 'kind' | 'message'> & {
  executorName: string | null;
  nodeName: string | null;
  nodeId?: string | null;
  data: unknown;
};

export const eventColumns: readonly CsvColumn<ExportedEvent>[] = [
  { title: 'time', value: ({ at }) => at },
  { title: 'level', value: ({ level }) => level },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'message', value: ({ message }) => message },
  { title: 'host', value: ({ executorName }) => executorName },
  { title: 'node', value: ({ nodeName }) => nodeName },
  { title: 'node id', value: ({ nodeId }) => nodeId },
  { title: 'data', value: ({ data }) => data },
  { title: 'id', value: ({ id }) => id },
];

export type ExportedAction = Pick<AuditAction, 'id' | 'at' | 'action' | 'outcome'> & {
  actor: { type: string; name: string; userId: string | null; apiKeyId: string | null };
  target: { type: string; id: string; name: string | null } | null;
  errorCode: string | null;
  address: string | null;
  before: unknown;
  after: unknown;
};

export const auditColumns: readonly CsvColumn<ExportedAction>[] = [
  { title: 'time', value: ({ at }) => at },
  { title: 'actor', value: ({ actor }) => actor.name },
  { title: 'actor type', value: ({ actor }) => actor.type },
  { title: 'user id', value: ({ actor }) => actor.userId },
  { title: 'API key id', value: ({ actor }) => actor.apiKeyId },
  { title: 'action', value: ({ action }) => action },
  { title: 'target type', value: ({ target }) => target?.type },
  { title: 'target', value: ({ target }) => target?.name },
  { title: 'target id', value: ({ target }) => target?.id },
  { title: 'outcome', value: ({ outcome }) => outcome },
  { title: 'error', value: ({ errorCode }) => errorCode },
  { title: 'address', value: ({ address }) => address },
  { title: 'before', value: ({ before }) => before },
  { title: 'after', value: ({ after }) => after },
  { title: 'id', value: ({ id }) => id },
];

/** Yields the text of a file with rows as they come: CSV with the columns, or a JSON array of the whole rows. */
export async function* exported<R>(
  rows: AsyncIterable<R>,
  format: ExportFormat,
  columns: readonly CsvColumn<R>[],
  toJson: (row: R) => string = JSON.stringify,
): AsyncGenerator<string, void> {
  let isFirst = true;
  if (format === 'csv') yield csvHead(columns);
  for await (const row of rows) {
    if (format === 'csv') yield csvLine(columns, row);
    else yield `${isFirst ? '[\n' : ',\n'}${toJson(row)}`;
    isFirst = false;
  }
  if (format === 'json') yield isFirst ? '[]\n' : '\n]\n';
}
