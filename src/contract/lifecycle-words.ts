import type { Client } from '../bitcoin/clients/registry.ts';

interface Lifecycle {
  warning: string | null;
  /** That the facts behind it are old. */
  tableNote?: string | null;
}

/** A version with its warning, if it has one. */
export const withState = (version: string, { warning }: Lifecycle): string =>
  warning === null ? version : `${version} (${warning})`;

/** A version in a table with `warningLines` below it. */
export const marked = (version: string, { warning }: Lifecycle): string => (warning === null ? version : `${version}*`);

interface OfVersion {
  client: Client;
  clientVersion: string;
  clientLifecycle: Lifecycle;
}

/** Explains the marks of a table's versions, each in one line, and that the facts about them are old. */
export const warningLines = (versions: readonly OfVersion[]): string[] => [
  ...new Set(
    versions.flatMap(({ client, clientVersion, clientLifecycle: { warning } }) =>
      warning === null ? [] : [`* ${client} ${clientVersion}: ${warning}`],
    ),
  ),
  ...tableNotes(versions.map(({ clientLifecycle }) => clientLifecycle)),
];

/** Returns that the facts about versions are old, once. */
export const tableNotes = (lives: readonly Lifecycle[]): string[] => [
  ...new Set(lives.flatMap(({ tableNote }) => tableNote ?? [])),
];
