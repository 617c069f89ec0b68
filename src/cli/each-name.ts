import { CommandError } from './command-error.ts';
import { type Line, type OutputOptions, print } from './output.ts';
import { printError } from './program.ts';

export interface Outcome {
  result: unknown;
  lines: readonly Line[];
}

/** Acts on each name, also after a failure, and prints it: a list as a JSON list. Exits as the worst failure does. */
export async function forEachName(
  names: readonly string[],
  options: OutputOptions,
  act: (name: string) => Promise<Outcome>,
  isList = names.length > 1,
): Promise<void> {
  const [only] = names;
  if (only !== undefined && !isList) {
    const { result, lines } = await act(only);
    return print(result, options, () => lines);
  }
  const results: unknown[] = [];
  for (const name of names)
    try {
      const { result, lines } = await act(name);
      results.push(result);
      if (!options.json) print(result, options, () => lines);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await printError(
        new CommandError(`${name}: ${error.message}`, error.failure, error.fields),
        options.json !== undefined,
      );
      process.exitCode = Math.max(Number(process.exitCode ?? 0), error.exitCode);
    }
  if (options.json) print(results, options, () => []);
}
