import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns the console folders that hold operations. Each gets its own generated file, so that a page loads only its own operations. Throws
 * if two of them, or one and the client, use the same name, which is the cache key.
 */
export function foldersOfOperations(ofClient: string): string[] {
  const files = globSync('src/console/**/*.graphql').toSorted();
  const texts: [string, string][] = [['src/client', ofClient]];
  for (const file of files) texts.push([file, readFileSync(file, 'utf8')]);
  const owners = new Map<string, string>();
  for (const [file, text] of texts)
    for (const [, name = ''] of text.matchAll(/^(?:query|mutation|subscription)\s+(\w+)/gm)) {
      const other = owners.get(name);
      if (other !== undefined)
        throw new Error(`Operation ${name} is in both ${other} and ${file}. Rename one of them.`);
      owners.set(name, file);
    }
  return [...new Set(files.map((file) => dirname(file)))];
}
