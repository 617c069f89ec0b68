import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns the folders of the console that hold operations. Each has a generated file of its own, so that a page fetches only what it asks for.
 * Fails when two folders use one name: answers are kept by it.
 */
export function foldersOfOperations(): string[] {
  const files = globSync('src/console/**/*.graphql').toSorted();
  const owners = new Map<string, string>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^(?:query|mutation|subscription)\s+(\w+)/gm)) {
      const other = owners.get(name);
      if (other !== undefined)
        throw new Error(`The operation ${name} is in ${other} and ${file}: give one another name.`);
      owners.set(name, file);
    }
  return [...new Set(files.map((file) => dirname(file)))];
}
