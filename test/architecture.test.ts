import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { borders, floors } from './architecture/floors.ts';

const root = join(import.meta.dirname, '..');

type Import = ReturnType<typeof importsOf>[number];

/** Every import of a file of this project, types and dynamic ones included, as paths from its root. */
function importsOf(file: string, source: string) {
  return [...source.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'(\.{1,2}\/[^']+)'/g)].map((match) => ({
    file,
    line: source.slice(0, match.index + match[0].length).split('\n').length,
    target: join(dirname(file), match[1] ?? ''),
  }));
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join('src', path))
  .toSorted();
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports = files.flatMap((file) => importsOf(file, sources.get(file) ?? ''));

/** The most specific folder of a file: the longest entry that contains it. */
function roomOf(file: string): { room: string; floor: number } | undefined {
  const rooms = floors.flatMap((names, floor) => names.map((room) => ({ room, floor })));
  return rooms
    .filter(({ room }) => file === room || file.startsWith(`${room}/`))
    .toSorted((a, b) => b.room.length - a.room.length)[0];
}

/** Why an import is not allowed; null if it is. */
function faultOf({ file, line, target }: Import): string | null {
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === undefined || to === undefined || from.room === to.room || to.floor < from.floor) return null;
  const relation = to.floor === from.floor ? 'beside' : 'above';
  return `${file}:${line} imports ${target}: ${to.room} stands ${relation} ${from.room}`;
}

/** Every import cycle, as the list of files along it. */
function circles(): string[] {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    for (const { target } of targets.get(file) ?? []) visit(target, [...path, file]);
  };
  for (const file of files) visit(file, []);
  return found;
}

test('every source file stands in a room of the floor plan, and every room exists', () => {
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
  const isUsed = (room: string) => files.some((file) => file === room || file.startsWith(`${room}/`));
  expect(floors.flat().filter((room) => !isUsed(room))).toEqual([]);
});

test('every import exists, none points up or sideways, and none forms a cycle', () => {
  expect(imports.filter(({ target }) => /\.tsx?$/.test(target) && !sources.has(target))).toEqual([]);
  expect(imports.flatMap((each) => faultOf(each) ?? [])).toEqual([]);
  expect(circles()).toEqual([]);
});

test.each(borders)('$from imports nothing of $to', ({ from, to, except }) => {
  const isIn = (file: string, room: string | undefined) =>
    room !== undefined && (file === room || file.startsWith(`${room}/`));
  const crossing = imports.filter(({ file, target }) => isIn(file, from) && isIn(target, to) && !isIn(target, except));
  expect(crossing.map(({ file, line, target }) => `${file}:${line} imports ${target}`)).toEqual([]);
});

test('the loop knows no Docker', () => {
  const lines = [...sources].flatMap(([file, source]) =>
    file.startsWith('src/agent/reconcile/') ? source.split('\n').map((text) => `${file}: ${text}`) : [],
  );
  const code = lines.filter((line) => !/: +(\/?\*|\/\/)/.test(line));
  expect(code.filter((line) => /docker|image-pull|[0-9]a-f\]\{64\}/i.test(line))).toEqual([]);
});

test('every form of an import is read', () => {
  const source = `import { a } from './a.ts';\nimport type { A } from '../y/a.ts';\nexport * from './b.ts';
    const { c } = await import('./c.ts');\ntype D = import('./d.ts').D;\nimport e from './e.json' with { type: 'json' };
    import {\n  f,\n} from './f.ts';\nimport pino from 'pino';`;
  const targets = ['a.ts', '../y/a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.json', 'f.ts'].map((name) => join('src/x', name));
  expect(importsOf('src/x/file.ts', source).map(({ target }) => target)).toEqual(targets);
});

/** Calls that resolve a path by name, and so follow a link at any level that is not their last. */
const byName =
  /^(readdir|opendir|rm|rmdir|unlink|cp|copyFile|rename|chown|lchown|utimes|truncate|symlink|link|writeFile|appendFile|createReadStream|createWriteStream)(Sync)?$/;

test('invariant 18: only src/storage/confined opens what a container can write', () => {
  const offenders = [...sources].flatMap(([file, source]) => {
    if (!/^src\/agent\/(docker|disk|node|runtime)\//.test(file)) return [];
    const imported = [...source.matchAll(/import (?:\* as \w+|\{([^}]*)\}) from 'node:fs(?:\/promises)?'/g)];
    return imported.flatMap(([, names]) =>
      (names ?? 'everything')
        .split(',')
        .map((name) => name.trim().split(' as ')[0] ?? '')
        .filter((name) => name === 'everything' || byName.test(name))
        .map((name) => `${file}: ${name}`),
    );
  });
  // Between the descriptors of two open files.
  expect(offenders).toEqual(['src/agent/docker/copy/copy-files.ts: copyFile']);
});
