import { exported } from '../contract/exports.ts';
import { maxPageSize } from '../contract/limits.ts';
import type { CsvColumn } from '../text/csv.ts';
import { jsonText, type OutputOptions, withFields } from './output.ts';

interface Page<R> {
  nodes: readonly R[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

/** Reads a list to its end, newest first. */
async function* allOf<R>(fetchPage: (page: { take: number; cursor: string | null }) => Promise<Page<R>>) {
  for (let cursor: string | null = null; ; ) {
    const { nodes, pageInfo }: Page<R> = await fetchPage({ take: maxPageSize, cursor });
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
    cursor = pageInfo.endCursor;
  }
}

/** Writes all entries of a list as they are read, until the reader closes the pipe: CSV, or JSON with `--json`. */
export async function printExport<R extends object>(
  { json }: OutputOptions,
  columns: readonly CsvColumn<R>[],
  fetchPage: Parameters<typeof allOf<R>>[0],
): Promise<void> {
  const toJson = (row: R) => jsonText(withFields(row, json ?? []));
  for await (const part of exported(allOf(fetchPage), json === undefined ? 'csv' : 'json', columns, toJson)) {
    if (!process.stdout.writable) return;
    // Of a file of any size, no more is kept than the reader has not taken yet.
    if (!process.stdout.write(part)) await taken();
  }
}

/** Waits until the reader has taken what was written, or closes the pipe. */
const taken = () =>
  new Promise<void>((resolve) => {
    process.stdout.once('drain', resolve);
    process.stdout.once('close', resolve);
  });
