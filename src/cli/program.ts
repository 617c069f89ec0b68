import { Command, CommanderError } from 'commander';
import { printable } from '../text/printable.ts';
import { ownVersion } from '../version.ts';
import { CommandError } from './command-error.ts';

/** A top-level command. Its code is loaded only when it is called, so that the agent does not load the control plane. */
export interface LazyCommand {
  name: string;
  /** Another name for it. */
  alias?: string;
  description: string;
  /** Loads the files that add its options, subcommands and action, in the order of the help. */
  files(): readonly Promise<{ register(command: Command): void }>[];
}

/** Builds the command line. Loads the code of the commands that `isNeeded` selects. */
export async function makeProgram(
  commands: readonly LazyCommand[],
  isNeeded: (command: LazyCommand) => boolean,
): Promise<Command> {
  const program = new Command('satrap')
    .description('Run Bitcoin nodes on any Docker host.')
    .version(ownVersion())
    // Commander throws instead of exiting.
    .exitOverride()
    .showHelpAfterError('(see --help)')
    // Without this, `nodes create --version 28.1` would print the program's own version and do nothing.
    .enablePositionalOptions();
  for (const lazy of commands) {
    const command = program.command(lazy.name).description(lazy.description);
    if (lazy.alias !== undefined) command.alias(lazy.alias);
    if (isNeeded(lazy)) for (const { register } of await Promise.all(lazy.files())) register(command);
  }
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

/** Runs the command that the arguments name, and sets the process's exit code. */
export async function runProgram(commands: readonly LazyCommand[], args: readonly string[]): Promise<void> {
  endWithClosedPipe();
  const [first, second] = args;
  const called = first === 'help' ? second : first;
  try {
    const program = await makeProgram(
      commands,
      ({ name, alias }) => called !== undefined && [name, alias].includes(called),
    );
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof CommandError) {
      console.error(`satrap: ${error.message.split('\n').map(printable).join('\n')}`);
      process.exitCode = error.exitCode;
    } else throw error;
  }
}
