import type { Command } from 'commander';
import type { CursorPage } from '../client/pages.ts';
import { type Api, defineApiCommand, notFound } from './api.ts';
import { forEachName } from './each-name.ts';
import { printList } from './lists.ts';
import { lastOption, yesOption } from './options.ts';
import { print, table } from './output.ts';
import { confirm } from './prompt.ts';

/** A type of objects that commands list, show and change. */
export interface Resource<T extends object> {
  /** Such as `key`. */
  noun: string;
  /** Returns a page of the objects. The last one is shorter than `take`. */
  fetch(api: Api, page: { take: number; skip: number }): Promise<readonly T[]>;
  /** The texts that select an object: its id, and its name if it has one. */
  namesOf(object: T): readonly string[];
  columns: Parameters<typeof table<T>>[1];
}

const plural = (noun: string): string => noun.replace(/([^aeiou])y$/, '$1ie').concat('s');

export const pageSize = 500;

/** Yields the pages until one is not full. */
export async function* pages<T>(fetch: (skip: number) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  for (let skip = 0; ; skip += pageSize) {
    const page = await fetch(skip);
    yield page;
    if (page.length < pageSize) return;
  }
}

/** Yields the pages of a list by cursor. */
export async function* cursorPages<T>(
  fetch: (cursor: string | null) => Promise<CursorPage<T>>,
): AsyncGenerator<readonly T[]> {
  for (let cursor: string | null = null; ; ) {
    const { nodes, pageInfo }: CursorPage<T> = await fetch(cursor);
    yield nodes;
    if (!pageInfo.hasNextPage) return;
    cursor = pageInfo.endCursor;
  }
}

/** Finds an object by its id, else by a name that only it has. Throws CommandError. */
export async function findIn<T extends object>(api: Api, resource: Resource<T>, name: string): Promise<T> {
  const { noun, fetch, namesOf } = resource;
  const all = (await Array.fromAsync(pages((skip) => fetch(api, { take: pageSize, skip })))).flat();
  const found = all.filter((object) => namesOf(object).includes(name));
  const exact = found.find((object) => namesOf(object)[0] === name);
  const [only] = found;
  if (exact !== undefined || (only !== undefined && found.length === 1)) return exact ?? (only as T);
  if (found.length === 0) return notFound(api, `no ${noun} ${name}`, `satrap ${plural(noun)} list`);
  return notFound(api, `${found.length} ${plural(noun)} are named ${name}`, `satrap ${plural(noun)} list`);
}

/** Adds `list`. `hint`: printed for an empty list. */
export const defineList = <T extends object>(
  group: Command,
  { noun, fetch, columns }: Resource<T>,
  { description, hint, most = pageSize }: { description: string; hint: string; most?: number },
): Command =>
  defineApiCommand(group, 'list', description, [lastOption(plural(noun), 50, most)]).action(
    (api, { last, ...options }) =>
      printList(api, options, {
        fetch: async () => (await fetch(api, { take: last, skip: 0 })).slice(0, last),
        hint,
        lines: (shown) => table(shown, columns),
      }),
  );

/** Adds `show`. */
export const defineShow = <T extends object>(group: Command, resource: Resource<T>, description: string): Command =>
  defineApiCommand(group, `show <${resource.noun}>`, description).action(async (api, options, name) => {
    const found = await findIn(api, resource, name as unknown as string);
    print(found, options, () => table([found], resource.columns));
  });

/**
 * Adds a command that acts on each named object after a confirmation. `question`: such as `Revoke`. `act` returns the changed object.
 * `done`: printed for an object.
 */
export function defineEach<T extends object>(
  group: Command,
  verb: string,
  resource: Resource<T>,
  given: { description: string; question: string; act(api: Api, object: T): Promise<object>; done(object: T): string },
): Command {
  const { description, question, act, done } = given;
  return defineApiCommand(group, `${verb} <${plural(resource.noun)}...>`, description, [yesOption]).action(
    (api, { yes, ...options }, ...words) =>
      forEachName(words.flat(), options, async (name) => {
        const object = await findIn(api, resource, name);
        if (!yes) await confirm(`${question} the ${resource.noun} ${resource.namesOf(object).join(', ')}?`);
        return { result: await act(api, object), lines: [done(object)] };
      }),
  );
}
