import { Command, CommanderError } from 'commander';
import { printable } from '../text/printable.ts';
import { ownVersion } from '../version.ts';
import { CommandError } from './command-error.ts';
import type { LazyCommand } from './lazy-command.ts';

/** Makes the command line. Loads the code of those commands for which `isNeeded`. */
export async function makeProgram(
  commands: readonly LazyCommand[],
  isNeeded: (name: string) => boolean,
): Promise<Command> {
  const program = new Command('satrap')
    .description('Turns Docker hosts into Bitcoin nodes.')
    .version(ownVersion())
    // Commander throws instead of ending the process.
    .exitOverride()
    .showHelpAfterError('(see --help)')
    // Else `nodes create --version 28.1` would print the program's own version and do nothing.
    .enablePositionalOptions();
  for (const { name, description, files } of commands) {
    const command = program.command(name).description(description);
    if (isNeeded(name)) for (const { register } of await Promise.all(files())) register(command);
  }
  return program;
}

/** What a shell reports for a program that SIGPIPE ended, which Node ignores. */
const endedByPipe = 141;

/** Ends the process, without a stack, when nobody reads its output any more, as with “| head -1”. */
function endWithClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(endedByPipe);
    });
}

/** Runs the command that the arguments name, and sets the exit code of the process. */
export async function runProgram(commands: readonly LazyCommand[], args: readonly string[]): Promise<void> {
  endWithClosedPipe();
  const [first, second] = args;
  const called = first === 'help' ? second : first;
  try {
    const program = await makeProgram(commands, (name) => name === called);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof CommandError) {
      console.error(`satrap: ${error.message.split('\n').map(printable).join('\n')}`);
      process.exitCode = error.exitCode;
    } else throw error;
  }
}
