import { lte } from 'semver';

/** What scripts/release/previous.json says of the release before. */
export interface PreviousRelease {
  version: string;
  commit: string;
}

/**
 * Returns why a release must not be published under its version; null where it may. Hosts take only later versions, and the catalog takes each
 * version once: other files under the number of a release that is out reach nobody. `commit`: the one that is released. Pure.
 */
export function versionWarning(version: string, commit: string, previous: PreviousRelease): string | null {
  if (commit === previous.commit || !lte(version, previous.version)) return null;
  return `do not publish this: ${previous.version} is out already, from the commit ${previous.commit.slice(0, 7)}, and no host of it takes ${version}; raise the version in package.json, commit, and run this again`;
}
