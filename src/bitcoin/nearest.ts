/** The known word that a misspelt one most likely stands for: at most two letters away, and not a third of its length. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const close = known
    .filter((candidate) => Math.abs(candidate.length - word.length) <= 2)
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= 2 && distance * 3 <= candidate.length)
    .toSorted((a, b) => a.distance - b.distance);
  return close[0]?.candidate;
}

/** Levenshtein's distance: how many letters to add, remove or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
