/** Returns the titles of the tests and their groups in a source, as they are written: `%s` stands for a value of a table. */
export function titlesOf(source: string): string[] {
  const calls = source.matchAll(
    /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\]\)\(|\w\)\(|\bof\w*\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/g,
  );
  return [...calls].map(([, , title = '']) => title);
}
