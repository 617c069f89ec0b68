import DataLoader from 'dataloader';
import type { Page } from '../platform/input/pages.ts';

// A request with several mutations reads the same object before and after a change.
const uncached = { cache: false };

/** One page of the list of an object. */
export interface PageOfOwner {
  ownerId: string;
  page: Page;
}

/** Loads pages of lists; the same page of all the owners in one statement. */
export const pagesLoader = <Row>(
  ownerOf: (row: Row) => string,
  fetchPages: (ownerIds: string[], page: Page) => Promise<Row[]>,
): DataLoader<PageOfOwner, Row[]> =>
  new DataLoader(async (requests) => {
    const found = new Map<PageOfOwner, Row[]>();
    // One after another, so that each statement sees what the others left of the budget.
    for (const samePage of Map.groupBy(requests, ({ page }) => `${page.take} ${page.skip}`).values()) {
      const ownerIds = [...new Set(samePage.map(({ ownerId }) => ownerId))];
      const byOwner = Map.groupBy(await fetchPages(ownerIds, samePage[0]?.page ?? { take: 0, skip: 0 }), ownerOf);
      for (const request of samePage) found.set(request, byOwner.get(request.ownerId) ?? []);
    }
    return requests.map((request) => found.get(request) ?? []);
  }, uncached);

/** Loads at most one row for each id. */
export const rowLoader = <Row>(
  idOf: (row: Row) => string,
  fetchRows: (ids: string[]) => Promise<Row[]>,
): DataLoader<string, Row | null> =>
  new DataLoader(async (ids) => {
    const byId = new Map((await fetchRows([...ids])).map((row) => [idOf(row), row]));
    return ids.map((id) => byId.get(id) ?? null);
  }, uncached);
