/** The largest edit distance of a near miss. */
const maxDistance = 2;

/** Finds the known word nearest to a misspelt one: at most two letters away, and less than a third of its length. */
export function nearestOf(known: readonly string[]): (word: string) => string | undefined {
  // Prepared once: a configuration may hold hundreds of unknown words.
  const candidates = known.map((candidate) => ({ candidate, letters: lettersOf(candidate) }));
  return (word) => {
    const letters = lettersOf(word);
    const close = candidates
      .filter(({ candidate }) => Math.abs(candidate.length - word.length) <= maxDistance)
      // Each letter that only one of the words has costs a step; most words are ruled out here.
      .filter((one) => count(letters & ~one.letters) <= maxDistance && count(one.letters & ~letters) <= maxDistance)
      .map(({ candidate }) => ({ candidate, distance: editDistance(word, candidate) }))
      .filter(({ candidate, distance }) => distance <= maxDistance && distance * 3 <= candidate.length)
      .toSorted((a, b) => a.distance - b.distance);
    return close[0]?.candidate;
  };
}

/** A bit for each letter that occurs. Different letters may share a bit. */
const lettersOf = (word: string): number =>
  [...word].reduce((letters, letter) => letters | (1 << (letter.charCodeAt(0) & 31)), 0);

function count(letters: number): number {
  let left = letters;
  let found = 0;
  for (; left !== 0; found++) left &= left - 1;
  return found;
}

/** The Levenshtein distance: letters to add, remove or replace. */
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
