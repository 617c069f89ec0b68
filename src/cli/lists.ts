import type { ChangeType } from '../contract/types.generated.ts';
import { type Api, requirePersonalKey } from './api.ts';
import { jsonText, type Line, type OutputOptions, print, shownLine, withFields } from './output.ts';
import { watchChanges } from './wait.ts';

export interface List<T> {
  fetch(): Promise<readonly T[]>;
  /** Printed for an empty list. */
  hint: string;
  lines(list: readonly T[]): readonly Line[];
  /** Types of the objects that it shows, for `--watch`. */
  types?: ChangeType[];
}

/** Prints a list, and with `--watch` again when it changes. Throws CommandError if it is empty for a host's key. */
export async function printList<T>(
  api: Api,
  { watch, ...options }: OutputOptions & { watch?: boolean | undefined },
  { fetch, hint, lines, types = [] }: List<T>,
): Promise<void> {
  const linesOf = (list: readonly T[]) => (list.length === 0 ? [hint] : lines(list));
  const first = await fetch();
  if (first.length === 0) await requirePersonalKey(api);
  if (!watch) return print(first, options, () => linesOf(first));
  using changes = watchChanges(api, types);
  let shown = '';
  // Until the reader closes the pipe.
  for (let list = first; process.stdout.writable; await changes.next(), list = await fetch()) {
    const text = options.json
      ? jsonText(withFields(list, options.json))
      : [...linesOf(list), ''].map(shownLine).join('\n');
    if (text !== shown) console.log(text);
    shown = text;
  }
}
