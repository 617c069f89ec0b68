import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import type { DoctorSettings } from '../../agent/doctor/gather.ts';
import { readConfigFile } from '../../agent/settings/config-file.ts';
import { settingOptions } from '../../agent/settings/options.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import { applyToProcess } from '../apply-connection.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { option, requiredOption } from '../options.ts';
import { printLines } from '../output.ts';
import { readSecret } from '../prompt.ts';
import { dataDirOption } from './data-dir.ts';
import { settingsOrFaults } from './doctor.ts';
import {
  type Connection,
  connectionOptions,
  refusePlainHttp,
  settingsOfConnection,
  tokenFileOption,
} from './install/connection.ts';
import { deregister } from './install/deregister.ts';
import { storedExecutorId, storeExecutorId } from './install/stored-executor.ts';
import { prepareJoin, storeJoin } from './join-files.ts';

interface JoinOptions extends Connection {
  url: string;
  /** Default: from the configuration file, else the host name. */
  name?: string;
  dataDir: string;
  config: string;
  tokenFile?: string;
  executorId?: string;
}

export function register(agent: Command): void {
  const env = process.env;
  defineCommand(
    agent,
    'join',
    'exchange an enrolment token for this host’s API key',
    [
      requiredOption('--url <url>', 'control plane URL').argParser(endpointUrl).default(env['SATRAP_AGENT_URL']),
      tokenFileOption,
      option('--name <name>', 'name of this host (default: from the configuration file, else the host name)'),
      dataDirOption(),
      option('--config <file>', 'the agent’s configuration file', String, '/etc/satrap/agent.toml'),
      ...connectionOptions,
    ],
    async (options) => {
      const joined = await join(options);
      printLines([
        ...(await joined.store()),
        `Start the agent: systemctl enable --now satrap-agent, or: satrap agent run${joined.runFlags}`,
      ]);
    },
  ).addHelpText('after', '\nCreate a token with: satrap hosts token');
}

/** Validates as the agent does, so that it starts with the new key. Throws CommandError. */
function requireConnection(given: { url: string; proxy: string | undefined }): void {
  for (const key of ['url', 'proxy'] as const) {
    const fault = given[key] === undefined ? undefined : settingOptions[key].shape().safeParse(given[key]).error;
    if (fault !== undefined) throw new CommandError(`--${key} ${fault.issues[0]?.message}`, 2);
  }
}

/** Deregisters from the previous control plane, if this host moves to another one. */
async function leaveFormer(former: DoctorSettings, url: string): Promise<string[]> {
  if (!('settings' in former) || former.settings.url === url) return [];
  const reason = await deregister(former);
  return [
    reason === null
      ? `Deregistered from ${former.settings.url}, which shows the host as uninstalled.`
      : `Could not deregister from ${former.settings.url} (${reason}). If it still exists, it shows the host as offline.`,
  ];
}

/** A host with a key that is not stored yet. */
export interface Joined {
  /** The flags that the agent needs besides the configuration, each after a space. */
  runFlags: string;
  /** Writes the key and the settings, and deregisters from another control plane. Returns lines to print. Throws CommandError. */
  store(): Promise<string[]>;
}

/** Gets a key for this host. Changes nothing on the host until `store`. Throws CommandError. */
export async function join(given: JoinOptions): Promise<Joined> {
  const { values } = readConfigFile(existsSync(given.config) ? given.config : undefined);
  const configured = (key: 'name' | 'ca_file' | 'proxy') => {
    const value = values[key];
    return typeof value === 'string' ? value : undefined;
  };
  const { dataDir, config, tokenFile, caFile, proxy } = given;
  const url = endpointUrl(given.url);
  const name = given.name ?? configured('name') ?? hostname();
  const connection = { ...given, url, name };
  refusePlainHttp(connection);
  if (!namePattern.test(name))
    throw new CommandError(`${name} is not a valid name: it ${nameRule}; set another one with --name`, 2);
  // Before the token is used, which works once.
  const plan = prepareJoin(given, settingsOfConnection(connection));
  requireConnection({ url, proxy });
  const token = await readSecret('enrolment token', tokenFile, 'SATRAP_ENROLMENT_TOKEN');
  await applyToProcess({ caFile: caFile ?? configured('ca_file'), proxy: proxy ?? configured('proxy') });
  // Loaded here, because the agent itself never needs them.
  const [{ callWithoutKey }, { EnrolExecutorDocument }] = await Promise.all([
    import('../api.ts'),
    import('../../contract/agent-operations.generated.ts'),
  ]);
  const former = settingsOrFaults({ config, dataDir });
  const stored = storedExecutorId(dataDir);
  const executorId = stored ?? given.executorId ?? null;
  if (executorId !== (given.executorId ?? executorId))
    throw new CommandError(`this host is already executor ${executorId}; omit --executor-id`, 2);
  const input = { token, name, instanceId: randomUUID(), executorId };
  const { enrolExecutor } = await callWithoutKey(url, EnrolExecutorDocument, { input });
  return {
    runFlags: plan.runFlags,
    store: async () => {
      storeJoin(plan, enrolExecutor.secret);
      if (executorId !== stored && executorId !== null) storeExecutorId(dataDir, executorId);
      return [
        `${name} joined ${enrolExecutor.organizationName}. Its key is in ${plan.keyFile}; the agent rotates it before it expires.`,
        ...(await leaveFormer(former, url)),
      ];
    },
  };
}
