import { CommandError } from './command-error.ts';
import { type Line, type OutputOptions, print } from './output.ts';
import { printError } from './program.ts';

export interface Outcome {
  result: unknown;
  lines: readonly Line[];
}

/**
 * Runs an action for each name, one after another, and prints its outcome: of a list, JSON is a list. A failure does not stop the
 * rest. The exit code is that of the worst failure.
 */
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
