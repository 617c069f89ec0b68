import { once } from 'node:events';
import type { CursorPage } from '../client/pages.ts';
import { exported } from '../contract/exports.ts';
import { maxPageSize } from '../contract/limits.ts';
import type { CsvColumn } from '../text/csv.ts';
import { jsonText, type OutputOptions, withFields } from './output.ts';
import { cursorPages } from './resource.ts';

type FetchPage<R> = (page: { take: number; cursor: string | null }) => Promise<CursorPage<R>>;

/** Writes all entries of a list as they are read, newest first: CSV, or JSON with `--json`. */
export async function printExport<R extends object>(
  { json }: OutputOptions,
  columns: readonly CsvColumn<R>[],
  fetchPage: FetchPage<R>,
): Promise<void> {
  const toJson = (row: R) => jsonText(withFields(row, json ?? []));
  // Waits for the reader: memory is bounded, whatever the size of the file.
  for await (const part of exported(rowsOf(fetchPage), json === undefined ? 'csv' : 'json', columns, toJson))
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

async function* rowsOf<R>(fetchPage: FetchPage<R>): AsyncGenerator<R, void> {
  for await (const rows of cursorPages((cursor) => fetchPage({ take: maxPageSize, cursor }))) yield* rows;
}
