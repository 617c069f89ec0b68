/** A page of a list with cursors. */
export interface CursorPage<R> {
  nodes: readonly R[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

/** An entry of the list that is an operation's only field. */
export type EntryOf<T> =
  NonNullable<T[keyof T]> extends readonly (infer R)[]
    ? R
    : NonNullable<T[keyof T]> extends CursorPage<infer R>
      ? R
      : never;

/** The page variables of all kinds of lists; `take` is the page size. */
interface PageVariables {
  take?: number | null;
  skip?: number | null;
  cursor?: string | null;
  filter?: { cursor?: string | null; take?: number | null } | null;
}

const defaultPageSize = 100;

/** Yields a list's entries, and fetches its pages by the variables that `text` declares. */
export async function* readPages<T>(
  fetchPage: (variables: object) => Promise<T>,
  text: string,
  variables: PageVariables,
): AsyncGenerator<EntryOf<T>, void> {
  if (/\$filter\s*:/.test(text)) return yield* byCursor(fetchPage, variables);
  if (/\$cursor\s*:/.test(text)) return yield* byKeyset(fetchPage, variables);
  if (/\$skip\s*:/.test(text)) return yield* byPosition(fetchPage, variables);
  yield* onlyField<EntryOf<T>[], T>(await fetchPage(variables));
}

async function* byCursor<T>(fetchPage: (variables: object) => Promise<T>, variables: PageVariables) {
  const filter = { ...variables.filter, take: variables.filter?.take ?? defaultPageSize };
  for (;;) {
    const { nodes, pageInfo } = onlyField<CursorPage<EntryOf<T>>, T>(await fetchPage({ ...variables, filter }));
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
    filter.cursor = pageInfo.endCursor;
  }
}

async function* byKeyset<T>(fetchPage: (variables: object) => Promise<T>, variables: PageVariables) {
  const ofPage = { ...variables, take: variables.take ?? defaultPageSize };
  for (;;) {
    const { nodes, pageInfo } = onlyField<CursorPage<EntryOf<T>>, T>(await fetchPage({ ...ofPage }));
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
    ofPage.cursor = pageInfo.endCursor;
  }
}

async function* byPosition<T>(fetchPage: (variables: object) => Promise<T>, variables: PageVariables) {
  const take = variables.take ?? defaultPageSize;
  // An insert between two pages shifts the list, so an entry appears twice.
  const ids = new Set<unknown>();
  for (let skip = variables.skip ?? 0; ; skip += take) {
    const page = onlyField<EntryOf<T>[], T>(await fetchPage({ ...variables, take, skip }));
    for (const entry of page) {
      const id = entry instanceof Object && 'id' in entry ? entry.id : entry;
      if (!ids.has(id)) yield entry;
      ids.add(id);
    }
    if (page.length < take) return;
  }
}

const onlyField = <V, T>(data: T): V => Object.values(data as object)[0];
