import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkShape } from '../../src/control-plane/platform/input/check-shape.ts';

/** Programs of the CLI, whose messages their operator reads on the host, keys that no one reads, and commands to copy. */
const notOfTheApi = [
  'src/control-plane/commands/',
  'src/control-plane/platform/database/',
  'src/control-plane/settings.ts',
  'src/control-plane/people/accounts/secret.ts',
  'src/control-plane/platform/input/cursors.ts',
  'src/contract/api-key.ts',
  'src/contract/join-command.ts',
];

const files = globSync(['schema/*.graphql', 'src/{control-plane,contract,bitcoin}/**/*.ts']).filter(
  (file) => !file.includes('.generated.') && !notOfTheApi.some((other) => file.startsWith(other)),
);

const comment = /\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const hint = /hint:\s*(['"`])[\s\S]*?\1/g;
const command = /satrap (?!sealed)[a-z]|(?:^|[\s`'"(“])--[a-z]/;

test('no message and no description of the API names a command or a flag; a hint may', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(comment, '').replaceAll(hint, '');
    return text.split('\n').flatMap((line) => (command.test(line) ? [`${file}: ${line.trim()}`] : []));
  });
  expect(found).toEqual([]);
});

const shape = z.strictObject({
  name: z.string().min(2).max(3),
  count: z.int().min(1),
  kind: z.enum(['a', 'b']),
  list: z.array(z.boolean()).max(1),
  own: z.string().regex(/^x$/).optional(),
});

test.each<[change: object, issue: [path: string, message: string]]>([
  [{ name: undefined }, ['args.name', 'is required']],
  [{ name: 5 }, ['args.name', 'must be a string']],
  [{ name: 'a' }, ['args.name', 'must have at least 2 characters']],
  [{ name: 'abcd' }, ['args.name', 'must have at most 3 characters']],
  [{ count: 0 }, ['args.count', 'must be at least 1']],
  [{ count: 1.5 }, ['args.count', 'must be a whole number']],
  [{ kind: 'c' }, ['args.kind', 'must be one of a, b']],
  [{ list: [1] }, ['args.list.0', 'must be true or false']],
  [{ list: [true, true] }, ['args.list', 'must have at most 1 items']],
  [{ other: 1 }, ['args', 'must not contain other']],
  [{ own: 'y' }, ['args.own', 'has an invalid format']],
])('a fault is described in our words: %j', (change, [path, message]) => {
  const { issues } = checkShape(shape, { name: 'ab', count: 1, kind: 'a', list: [], ...change }, ['args']);
  expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});
