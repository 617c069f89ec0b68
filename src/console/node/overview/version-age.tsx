import { majorRelease } from '../../../bitcoin/client-releases.ts';
import { Time } from '../../display/values/time.tsx';

/** How old a version of the client is: the age of its major release, by which its maintenance ends. */
export function VersionAge({ version }: { version: string }) {
  const release = majorRelease(version);
  if (release === null) return 'of unknown age';
  return (
    <>
      {release.major}.0 came out <Time at={`${release.releasedAt}T00:00:00Z`} everySeconds={3600} />
    </>
  );
}
