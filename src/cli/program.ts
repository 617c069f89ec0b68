import { styleText } from 'node:util';
import { Command, CommanderError, Help, type Option } from 'commander';
import { printable } from '../text/printable.ts';
import { ownVersion } from '../version.ts';
import { CommandError, exitCodes } from './command-error.ts';

/** A top-level command. Its code is loaded only when it is called, so that the agent does not load the control plane. */
export interface LazyCommand {
  name: string;
  /** Other names for it. */
  aliases?: readonly string[];
  description: string;
  /** For programs; not in the help. */
  isHidden?: boolean;
  /** Loads the files that add its options, subcommands and action, in the order of the help. */
  files(): readonly Promise<{ register(command: Command): void }>[];
}

/** A command that prints its help to standard output if a subcommand is missing. */
class HelpfulCommand extends Command {
  override createCommand(name?: string): Command {
    return new HelpfulCommand(name);
  }

  override help(_context?: unknown): never {
    return super.help({ error: false });
  }
}

const exitCodesHelp = `
Exit codes:
${Object.values(exitCodes)
  .map(({ code, when }) => `  ${String(code).padEnd(3)}  ${when}`)
  .join('\n')}`;

/** Describes an option without values that mean that it is not given. */
function optionDescription(this: Help, option: Option): string {
  const { defaultValue } = option;
  const isEmpty = defaultValue === '' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  const isNamed = option.defaultValueDescription !== undefined;
  const shown: Option = Object.create(option, {
    presetArg: { value: undefined },
    ...(isEmpty && !isNamed ? { defaultValue: { value: undefined } } : {}),
  });
  return Help.prototype.optionDescription.call(this, shown);
}

/** Adds the examples of a command and of those below it to their help. */
async function addExamples(command: Command, words: readonly string[] = []): Promise<void> {
  const { examples } = await import('./examples.ts');
  const lines = examples[words.join(' ')];
  if (lines !== undefined) command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  for (const child of command.commands) await addExamples(child, [...words, child.name()]);
}

interface ProgramOptions {
  isJson?: boolean;
  /** Whether the help may be printed. */
  hasExamples?: boolean;
}

/** Builds the command line. Loads the code of the commands that `isNeeded` selects. */
export async function makeProgram(
  commands: readonly LazyCommand[],
  isNeeded: (command: LazyCommand) => boolean,
  { isJson = false, hasExamples = false }: ProgramOptions = {},
): Promise<Command> {
  const program = new HelpfulCommand('satrap')
    .description('Run Bitcoin nodes on any Docker host.')
    .version(ownVersion())
    .addHelpText('after', exitCodesHelp)
    // Commander throws instead of exiting.
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .configureHelp({ optionDescription })
    // Without this, `nodes create --version 28.1` would print the program's own version and do nothing.
    .enablePositionalOptions();
  // The error is printed as JSON.
  if (isJson) program.configureOutput({ writeErr: () => undefined });
  for (const lazy of commands) {
    const command = program
      .command(lazy.name, { hidden: lazy.isHidden ?? false })
      .description(lazy.description)
      .aliases(lazy.aliases ?? []);
    if (isNeeded(lazy)) for (const { register } of await Promise.all(lazy.files())) register(command);
  }
  if (hasExamples) await addExamples(program);
  return program;
}

/** The exit code that a shell reports for a program killed by SIGPIPE. Node ignores the signal. */
const endedByPipe = 141;

/** Exits without a stack trace when the reader closes the pipe, as in “| head -1”. */
function endWithClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(endedByPipe);
    });
}

/** Attaches its value to each `--json`: the fields that follow it, which contain a comma, or none. A single word is an argument. */
function withJsonFields(args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.flatMap((arg, index) => {
    if (arg === '--json' && index < end) return `--json=${isFields(args[index + 1]) ? args[index + 1] : ''}`;
    return args[index - 1] === '--json' && index < end && isFields(arg) ? [] : [arg];
  });
}

const isFields = (text: string | undefined): boolean => /^[a-z]\w*(,[a-z]\w*)+$/i.test(text ?? '');

/** Refused here, because Commander's own error for an unknown option would repeat the key. */
const keyOnCommandLine =
  '--api-key is not supported, because every user of this host can see it in the process list; use --api-key-file with a file that only you can read, or set SATRAP_API_KEY';

/** Runs the command that the arguments name, and sets the process's exit code. */
export async function runProgram(commands: readonly LazyCommand[], given: readonly string[]): Promise<void> {
  endWithClosedPipe();
  const args = withJsonFields(given);
  const [first, second] = args;
  const called = first === 'help' ? [second] : first === 'complete' ? args : [first];
  const isJson = first === 'api' || args.some((arg) => arg.startsWith('--json='));
  try {
    if (args.some((arg) => /^--api-key(=|$)/.test(arg))) throw new CommandError(keyOnCommandLine, 'usage');
    const isNeeded = ({ name, aliases = [] }: LazyCommand) => [name, ...aliases].some((word) => called.includes(word));
    const hasExamples = args.some((arg) => ['help', '--help', '-h'].includes(arg));
    const program = await makeProgram(commands, isNeeded, { isJson, hasExamples });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return;
      const message = error.message.replace(/^error: /, '');
      process.exitCode = exitCodes.usage.code;
      if (isJson) await printError(new CommandError(message, 'usage'), isJson);
    } else if (error instanceof CommandError) {
      process.exitCode = error.exitCode;
      await printError(error, isJson);
    } else throw error;
  }
}

/** Prints an error to standard error, as JSON for scripts. */
export async function printError(error: CommandError, isJson: boolean): Promise<void> {
  if (isJson) console.error((await import('./output.ts')).jsonText(error));
  else {
    const { hint, link } = error.fields;
    const style = (color: 'red' | 'cyan', text: string) => styleText(color, text, { stream: process.stderr });
    console.error(`${style('red', 'error:')} ${error.message.split('\n').map(printable).join('\n')}`);
    if (hint) console.error(`${style('cyan', 'hint:')} ${printable(hint)}`);
    if (link) console.error(`${style('cyan', 'documentation:')} ${printable(link)}`);
  }
}
