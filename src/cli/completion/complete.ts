import type { Command } from 'commander';
import { printable } from '../../text/printable.ts';
import { type Candidate, placeOf } from './candidates.ts';

/** `satrap complete`: prints a word and its description on each line. An error goes to standard error, which the scripts discard. */
export function register(command: Command): void {
  command.argument('[words...]').action(async (words: readonly string[]) => {
    const program = command.parent;
    if (program === null) return;
    const { known, value, options } = placeOf(program, words);
    const last = words.at(-1) ?? '';
    show(known, last);
    if (value === undefined || known.length > 0) return;
    const { liveNames } = await import('./live-names.ts');
    show(await liveNames(value, options), last);
  });
}

function show(candidates: readonly Candidate[], start: string): void {
  for (const { word, description } of candidates)
    if (word.startsWith(start)) console.log(`${printable(word)}\t${printable(description)}`);
}
