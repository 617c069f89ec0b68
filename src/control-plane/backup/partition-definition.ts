/** What may stand before a bracket. Any other word would be a function, which a restore must not call: it may act as the database’s superuser. */
const beforeBrackets = new Set(
  'KEY UNIQUE CHECK REFERENCES btree COALESCE INCLUDE WHERE AND OR NOT IN FROM TO WITH VALUES'.split(' '),
);

/**
 * Returns whether a text is a definition as PostgreSQL writes those of our partitions: names, values, comparisons, and no call, comment or
 * second statement. Anyone may have written the file that it comes from. Pure.
 */
function isPlain(definition: string): boolean {
  // Within a literal, a backslash may have a meaning that hides its end.
  if (definition.includes('\\')) return false;
  const text = definition.replace(/'(?:[^']|'')*'/g, "''").replace(/\bREFERENCES [\w".]+\(/g, 'REFERENCES (');
  if (!/^[\w\s'"(),.:=<>]*$/.test(text)) return false;
  return [...text.matchAll(/([\w"']+)\s*\(/g)].every(([, word]) => beforeBrackets.has(word ?? ''));
}

export const isPartitionBound = (text: string): boolean => /^(DEFAULT$|FOR VALUES )/.test(text) && isPlain(text);

export const isConstraintDefinition = (text: string): boolean =>
  /^(CHECK|FOREIGN KEY|PRIMARY KEY|UNIQUE) \(/.test(text) && isPlain(text);

export const isIndexDefinition = (text: string): boolean =>
  /^CREATE (UNIQUE )?INDEX [\w"]+ ON [\w".]+ USING btree \(/.test(text) && isPlain(text);
