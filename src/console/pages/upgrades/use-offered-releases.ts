import type { UseQueryResult } from '@tanstack/react-query';
import { useWholeList } from '../../api/use-whole-list.ts';
import { OfferedReleasesDocument } from './operations.generated.ts';
import type { OfferedRelease } from './shown-upgrade.ts';

/** Fetches the releases that agents can be upgraded to, the latest first. */
export const useOfferedReleases = (): UseQueryResult<readonly OfferedRelease[]> =>
  useWholeList(OfferedReleasesDocument, {}, { rowsOf: (data) => data.executorReleases, shows: ['release'] });
