import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { DoctorSettings } from '../../agent/doctor/gather.ts';
import { readConfigFile } from '../../agent/settings/config-file.ts';
import { defaultDataDir, settingOptions } from '../../agent/settings/options.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import { isPlainHttp } from '../../contract/plain-http.ts';
import { applyToProcess } from '../apply-connection.ts';
import { CommandError } from '../command-error.ts';
import { printLines } from '../output.ts';
import { readSecret } from '../read-secret.ts';
import { settingsOrFaults } from './doctor.ts';
import { deregister } from './install/deregister.ts';
import { storedExecutorId, storeExecutorId } from './install/stored-executor.ts';
import { type JoinFiles, prepareJoin, storeJoin } from './join-files.ts';

interface JoinOptions extends JoinFiles {
  tokenFile?: string;
  insecureHttp?: boolean;
  caFile?: string;
  proxy?: string;
  executorId?: string;
  /** The engine's socket, if the settings should name it. */
  dockerSocket?: string;
}

/** The default is read in the action, because the host name may be an invalid name. */
export type GivenOptions = Omit<JoinOptions, 'name'> & { name?: string };

export const executorIdHelp =
  'with a recovery token, if the agent’s store is lost: the executor id of the containers and volumes here';

export function register(agent: Command): void {
  agent
    .command('join')
    .description('exchange an enrolment token for this host’s API key')
    .requiredOption('--url <url>', 'control plane URL', endpointUrl, process.env['SATRAP_AGENT_URL'])
    .option('--token-file <file>', 'file with the token (default: SATRAP_ENROLMENT_TOKEN, standard input, or a prompt)')
    .option('--name <name>', 'name of this host (default: from the configuration file, else the host name)')
    .option(
      '--data-dir <directory>',
      'the agent’s data directory',
      process.env['SATRAP_AGENT_DATA_DIR'] ?? defaultDataDir,
    )
    .option('--config <file>', 'the agent’s configuration file', '/etc/satrap/agent.toml')
    .option('--executor-id <id>', executorIdHelp)
    .option('--insecure-http', 'allow plain http to another host')
    .option('--ca-file <file>', 'additional CA certificates to trust (PEM)')
    .option('--proxy <url>', 'HTTP proxy for the control plane')
    .addHelpText('after', '\nCreate a token with: satrap hosts token')
    .action(async (options: GivenOptions) => {
      const joined = await join(options);
      printLines([
        ...(await joined.store()),
        `Start the agent: systemctl enable --now satrap-agent, or: satrap agent run${joined.runFlags}`,
      ]);
    });
}

/** Throws CommandError for a URL that sends the key in plain text, unless that is allowed. */
export function refusePlainHttp({ url, insecureHttp = false }: { url?: string; insecureHttp?: boolean }): void {
  if (url !== undefined && isPlainHttp(url) && !insecureHttp)
    throw new CommandError(
      `${url} is plain http, which sends the key unencrypted; use https, or add --insecure-http`,
      2,
    );
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
export async function join(given: GivenOptions): Promise<Joined> {
  const { values } = readConfigFile(existsSync(given.config) ? given.config : undefined);
  const configured = (key: 'name' | 'ca_file' | 'proxy') => {
    const value = values[key];
    return typeof value === 'string' ? value : undefined;
  };
  const ownName = configured('name') ?? hostname();
  const options: JoinOptions = { ...given, url: endpointUrl(given.url), name: given.name ?? ownName };
  const { name, url, insecureHttp = false, caFile, proxy, dockerSocket } = options;
  refusePlainHttp(options);
  options.connection = {
    ...(insecureHttp ? { insecure_http: 'true' } : {}),
    ...(caFile === undefined ? {} : { ca_file: resolve(caFile) }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(dockerSocket === undefined ? {} : { docker_socket: dockerSocket }),
  };
  if (!namePattern.test(name))
    throw new CommandError(`${name} is not a valid name: it ${nameRule}; set another one with --name`, 2);
  // Before the token is used, which works once.
  const plan = prepareJoin(options);
  requireConnection({ url, proxy });
  const token = await readSecret({
    what: 'enrolment token',
    file: options.tokenFile,
    variable: 'SATRAP_ENROLMENT_TOKEN',
  });
  await applyToProcess({ caFile: caFile ?? configured('ca_file'), proxy: proxy ?? configured('proxy') });
  // Loaded here, because the agent itself never needs them.
  const [{ callWithoutKey }, { EnrolExecutorDocument }] = await Promise.all([
    import('../api.ts'),
    import('../../contract/agent-operations.generated.ts'),
  ]);
  const former = settingsOrFaults({ config: options.config, dataDir: options.dataDir });
  const stored = storedExecutorId(options.dataDir);
  const executorId = stored ?? options.executorId ?? null;
  if (executorId !== (options.executorId ?? executorId))
    throw new CommandError(`this host is already executor ${executorId}; omit --executor-id`, 2);
  const input = { token, name, instanceId: randomUUID(), executorId };
  const { enrolExecutor } = await callWithoutKey(url, EnrolExecutorDocument, { input });
  return {
    runFlags: plan.runFlags,
    store: async () => {
      storeJoin(plan, enrolExecutor.secret);
      if (executorId !== stored && executorId !== null) storeExecutorId(options.dataDir, executorId);
      return [
        `${name} joined ${enrolExecutor.organizationName}. Its key is in ${plan.keyFile}; the agent rotates it before it expires.`,
        ...(await leaveFormer(former, url)),
      ];
    },
  };
}
