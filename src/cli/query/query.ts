import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { withApiAction } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { describeArguments, option } from '../options.ts';
import { jsonText } from '../output.ts';
import { readLines, readText } from '../prompt.ts';

/** Collects a variable, as HTTPie does: `name=text`, or `name:=JSON` for numbers, lists and objects. */
function collectVariable(text: string, previous: object): object {
  const [, name = '', typed, value = ''] = /^(\w+)(:?)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It must be NAME=TEXT or NAME:=JSON.');
  if (typed === '') return { ...previous, [name]: value };
  try {
    return { ...previous, [name]: JSON.parse(value) as unknown };
  } catch {
    throw new InvalidArgumentError(`The value of ${name} must be JSON.`);
  }
}

export function register(command: Command): void {
  const variable = 'NAME=TEXT, or NAME:=JSON for other types; may be repeated';
  withApiAction(
    command.argument('[query]'),
    [
      option('--file <file>', 'file with the query; - for standard input'),
      option('--var <variable>', variable, collectVariable, {}),
    ],
    async (api, options, ...[given]: (string | undefined)[]) => {
      const { file } = options;
      if ((given === undefined) === (file === undefined)) throw new CommandError('name a query or a --file', 'usage');
      const query = given ?? (file === '-' ? (await readLines()).join('\n') : readText(file ?? ''));
      console.log(jsonText(await api.send(query, options.var), 2));
    },
  );
  describeArguments(command, { query: 'query or mutation, such as "{ nodes { name } }"' });
}
