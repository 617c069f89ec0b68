import { judgeUpgrade, type Refusal } from '../../../contract/judge-upgrade.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import type { ReleaseRow, UpgradeRow } from '../../tables/releases.ts';

export interface RequestFacts {
  executor: Pick<ExecutorRow, 'name' | 'online' | 'version' | 'channel' | 'upgradability'>;
  targetVersion: string;
  release: ReleaseRow | undefined;
  pending: Pick<UpgradeRow, 'targetVersion' | 'requestedBy'> | undefined;
}

/** Returns why nobody can be asked for a release, or the release. Pure. */
export function judgeRelease(release: ReleaseRow | undefined, targetVersion: string): Refusal | ReleaseRow {
  if (release === undefined)
    return {
      code: 'release_not_found',
      message: `there is no release ${targetVersion}; see: satrap releases list`,
    };
  if (release.withdrawnAt === null) return release;
  return { code: 'release_not_found', message: `${targetVersion} was withdrawn: ${release.withdrawnReason}` };
}

/** Returns why an executor cannot be asked for an upgrade, or the release that it is asked for. Pure. */
export function judgeRequest({ executor, targetVersion, release: found, pending }: RequestFacts): Refusal | ReleaseRow {
  const release = judgeRelease(found, targetVersion);
  if ('code' in release) return release;
  return judgeUpgrade(executor, release, pending ?? null) ?? release;
}
