import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command } from 'commander';
import { pino } from 'pino';
import { AgentNotRunning, queryAgent } from '../agent/admin-socket/server.ts';
import type { AgentStatus } from '../agent/admin-socket/status.ts';
import type { NodeExplanation } from '../agent/reconcile/explanation.ts';
import { loadAgentSettings } from '../agent/settings/load.ts';
import { defaultDataDir, settingList } from '../agent/settings/options.ts';
import { SettingsError } from '../agent/settings/settings.ts';
import { errorMessage } from '../text/error-message.ts';
import { cacheCompiledModules } from './compile-cache.ts';
import { CommandFault } from './fault.ts';
import { withoutKeyFlag } from './key-flag.ts';
import { age, tableOf } from './table.ts';
import { untilStopped } from './until-stopped.ts';

interface LocalOptions {
  dataDir: string;
  json?: boolean;
}

/** `satrap agent …` */
export function agentCommand(): Command {
  const command = new Command('agent').description('the executor agent of this host');
  const run = withoutKeyFlag(command.command('run').description('run the agent'));
  run.option('--config <file>', 'configuration file (default: /etc/satrap/agent.toml, where that exists)');
  run.option(
    '--api-key-file <file>',
    'file with the executor’s API key, readable by you alone (or set SATRAP_API_KEY)',
  );
  for (const { flag, argument, help, defaultText } of settingList) {
    run.option(`${flag} <${argument}>`, defaultText === null ? help : `${help} (default: ${defaultText})`);
  }
  run.addHelpText(
    'after',
    '\nEvery option can also be set as SATRAP_… in the environment, or in the configuration file.',
  );
  run.action(runCommand);
  withDataDir(command.command('status').description('what the agent of this host does')).action(status);
  withDataDir(
    command.command('explain').description('why a node is as it is, and what follows').argument('<node>'),
  ).action(explain);
  return command;
}

const withDataDir = (command: Command): Command =>
  command
    .option('--data-dir <directory>', 'the agent’s data directory', process.env['SATRAP_DATA_DIR'] ?? defaultDataDir)
    .option('--json', 'print JSON for scripts');

async function runCommand(options: Record<string, string | undefined>): Promise<void> {
  const flags = Object.fromEntries(settingList.map(({ name, key }) => [name, options[camelCase(key)]]));
  const settings = orUsage(() =>
    loadAgentSettings({
      flags: { ...flags, apiKeyFile: options['apiKeyFile'] },
      env: process.env,
      ...(options['config'] === undefined ? {} : { configPath: options['config'] }),
    }),
  );
  cacheCompiledModules(join(settings.dataDir, 'compile-cache'));
  const [{ runAgent }, { systemClock }] = await Promise.all([
    import('../agent/agent.ts'),
    import('../timing/clock.ts'),
  ]);
  const { DataDirInUse } = await import('../agent/store/lock.ts');
  // From here on the heap grows by as little as it can. Not before: what was compiled under other flags is not taken from the cache.
  setFlagsFromString('--optimize-for-size');
  const ending = new AbortController();
  void untilStopped().then(() => ending.abort());
  try {
    await runAgent(settings, { log: pino({ level: settings.logLevel }), clock: systemClock, signal: ending.signal });
    // Another agent may have the data directory now: what is still under way, such as the removal of a big directory, must not go on beside it.
    process.exit();
  } catch (error) {
    if (error instanceof DataDirInUse) throw new CommandFault(error.message);
    throw error;
  }
}

async function status({ dataDir, json }: LocalOptions): Promise<void> {
  const found = await orNotRunning(queryAgent<AgentStatus>(dataDir, '/status'));
  if (json) return console.log(JSON.stringify(found, null, 2));
  const { name, version, startedAt, controlPlane, lastSync, outbox } = found;
  const sync =
    lastSync.error === null
      ? lastSync.succeededAt === null
        ? 'none yet'
        : `${age(lastSync.succeededAt)} ago`
      : `failing: ${lastSync.error} (last one that succeeded: ${lastSync.succeededAt === null ? 'none' : `${age(lastSync.succeededAt)} ago`})`;
  const dropped = Object.entries(outbox.dropped).map(([kind, count]) => `${count} ${kind}`);
  console.log(
    [
      `${name}: agent ${version}, up since ${startedAt} (${age(startedAt)})`,
      `control plane: ${controlPlane}, revision ${found.revision ?? 'none yet'}`,
      `last sync: ${sync}`,
      `to be sent: ${outbox.events} events, ${outbox.samples} samples${outbox.oldestAt === null ? '' : `, the oldest of ${outbox.oldestAt}`}`,
      ...(dropped.length === 0 ? [] : [`dropped because the outbox was full: ${dropped.join(', ')}`]),
      '',
      found.nodes.length === 0
        ? 'no nodes'
        : tableOf(
            ['node', 'network', 'phase', 'since', 'height', 'rpc', 'reason'],
            found.nodes.map((node) => [
              node.name,
              node.network,
              node.phase,
              age(node.since),
              String(node.height ?? '-'),
              node.endpoint ?? '-',
              node.reason ?? '',
            ]),
          ),
      ...found.orphans.map(
        ({ name: orphan, nodeId }) => `orphan: ${orphan} (${nodeId}), which nobody wants; it is left as it is`,
      ),
    ].join('\n'),
  );
}

async function explain(node: string, { dataDir, json }: LocalOptions): Promise<void> {
  const found = await orNotRunning(explanationOf(dataDir, node));
  if (json) return console.log(JSON.stringify(found, null, 2));
  const list = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  console.log(
    [
      `${found.node.name} (${found.node.id})`,
      'desired:',
      ...list(found.desired),
      'observed:',
      ...list(found.observed),
      'plan:',
      ...list(
        found.steps.length === 0
          ? ['nothing to do']
          : found.steps.map(({ action, why }) => `${action}, because ${why}`),
      ),
      ...(found.waitingFor === null ? [] : [`waits for: ${found.waitingFor}`]),
    ].join('\n'),
  );
}

function orUsage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SettingsError) throw new CommandFault(error.message, 2);
    throw error;
  }
}

/** From the running agent; where none runs, from its store and the engine. */
async function explanationOf(dataDir: string, node: string): Promise<NodeExplanation> {
  try {
    return await queryAgent<NodeExplanation>(dataDir, `/explain?node=${encodeURIComponent(node)}`);
  } catch (error) {
    if (!(error instanceof AgentNotRunning)) throw error;
    const { explainOffline } = await import('../agent/explain-offline.ts');
    const explanation = await explainOffline(dataDir, node);
    if (explanation === undefined) throw error;
    return explanation;
  }
}

async function orNotRunning<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof AgentNotRunning ? new CommandFault(error.message) : new CommandFault(errorMessage(error));
  }
}

const camelCase = (key: string): string => key.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
