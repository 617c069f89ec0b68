import type { RequestContext } from './context.ts';

/** Far longer than a read replica may be behind. */
const settledMs = 60_000;

/** Reads a range that ended a minute ago as history: nothing that a person has just changed is in it. */
export const pastOf = (
  { database, history, budget, cursors }: Pick<RequestContext, 'database' | 'history' | 'budget' | 'cursors'>,
  filter: { to?: string | null | undefined } | null | undefined,
) => ({
  database: filter?.to != null && Date.parse(filter.to) < Date.now() - settledMs ? history() : database,
  budget,
  cursors,
});
