/** Compares two versions of a client by their numbers, not by letters: `9.0` is before `28.1`. Pure. */
export const compareVersions = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
