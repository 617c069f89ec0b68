import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';

/** Keeps the schema as that of the release that package.json names. From then on, a breaking change against it fails the tests. */
const root = join(import.meta.dirname, '..');
const texts = globSync('schema/*.graphql', { cwd: root })
  .toSorted()
  .map((file) => readFileSync(join(root, file), 'utf8'));
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const file = join('schema/released', `${version}.graphql`);
mkdirSync(join(root, 'schema/released'), { recursive: true });
writeFileSync(join(root, file), `${printSchema(lexicographicSortSchema(buildSchema(texts.join('\n'))))}\n`);
console.log(`the schema of release ${version} is kept in ${file}`);
