/** When the first version of each major release of Bitcoin Core came out (https://bitcoincore.org/en/lifecycle/), as ISO dates. */
const majorReleases: ReadonlyMap<string, string> = new Map([
  ['25', '2023-05-26'],
  ['26', '2023-12-06'],
  ['27', '2024-04-16'],
  ['28', '2024-10-02'],
  ['29', '2025-04-14'],
  ['30', '2025-10-10'],
]);

/** Returns the major release of a version such as `28.1`, and when it came out as an ISO date; null where that is not known. Pure. */
export function majorRelease(version: string): { major: string; releasedAt: string } | null {
  const [major = ''] = version.split('.');
  const releasedAt = majorReleases.get(major);
  return releasedAt === undefined ? null : { major, releasedAt };
}
