#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { CommandFault } from './cli/fault.ts';
import { printable } from './text/printable.ts';
import { ownVersion } from './version.ts';

/** Which command line a word stands for; each is loaded only when it is called, so that the agent does not carry the control plane. */
const commands: Record<string, { about: string; load: () => Promise<Command> }> = {
  agent: {
    about: 'the executor agent of this host: run, status, explain',
    load: async () => (await import('./cli/agent.ts')).agentCommand(),
  },
  'control-plane': {
    about: 'the GraphQL service: serve, init, create-key',
    load: async () => (await import('./cli/control-plane.ts')).controlPlaneCommand(),
  },
  nodes: {
    about: 'the nodes of your organization: list, show, create, update, start, stop, restart, delete, logs',
    load: async () => (await import('./cli/nodes.ts')).nodesCommand(),
  },
  executors: {
    about: 'the Docker hosts of your organization: list, delete',
    load: async () => (await import('./cli/executors.ts')).executorsCommand(),
  },
  events: {
    about: 'what happened lately',
    load: async () => (await import('./cli/events.ts')).eventsCommand(),
  },
  demo: {
    about: 'all of it on this machine, with a first node',
    load: async () => (await import('./demo/command.ts')).demoCommand(),
  },
};

async function main(words: readonly string[]): Promise<void> {
  const program = new Command('satrap').description('Turns Docker hosts into Bitcoin nodes.').version(ownVersion());
  // Else `nodes create --version 28.1` would print the program's own version and do nothing.
  program.enablePositionalOptions();
  const [first, second] = words;
  const named = first === 'help' ? second : first;
  for (const [name, { about, load }] of Object.entries(commands)) {
    program.addCommand(name === named ? await load() : new Command(name).description(about));
  }
  prepare(program);
  await program.parseAsync([...words], { from: 'user' });
}

/** Lets faults come here instead of ending the process, and explains a wrong call. */
function prepare(command: Command): void {
  command.exitOverride().showHelpAfterError('(see --help)');
  for (const child of command.commands) prepare(child);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof CommandFault) {
    console.error(`satrap: ${error.message.split('\n').map(printable).join('\n')}`);
    process.exitCode = error.exitCode;
  } else throw error;
}
