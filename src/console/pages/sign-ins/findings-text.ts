interface Checked {
  checks: readonly { claim: string; isSatisfied: boolean; found: string }[];
}

/** Names each claim that does not satisfy its setting. */
export function findingsText({ checks }: Checked): string {
  const unmet = checks.filter(({ isSatisfied }) => !isSatisfied);
  return unmet.length === 0
    ? 'All claims satisfy the settings'
    : unmet.map(({ claim, found }) => `${claim}: ${found}`).join('; ');
}
