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
  /** The engine's socket, where the settings shall name it. */
  dockerSocket?: string;
}

/** The default is read in the action: the host's name may be none that an executor can have. */
export type GivenOptions = Omit<JoinOptions, 'name'> & { name?: string };

export const executorIdHelp =
  'with a recovery token, where the agent’s store is lost: the executor of the containers and volumes here';

export function register(agent: Command): void {
  agent
    .command('join')
    .description('get an API key for the agent of this host with an enrolment token, also in place of the one it has')
    .requiredOption('--url <url>', 'URL of the control plane', endpointUrl, process.env['SATRAP_AGENT_URL'])
    .option('--token-file <file>', 'file with the token (else SATRAP_ENROLMENT_TOKEN, standard input, or a prompt)')
    .option('--name <name>', 'name of this executor (default: that of the configuration file, else the host’s name)')
    .option(
      '--data-dir <directory>',
      'the agent’s data directory',
      process.env['SATRAP_AGENT_DATA_DIR'] ?? defaultDataDir,
    )
    .option('--config <file>', 'the agent’s configuration file', '/etc/satrap/agent.toml')
    .option('--executor-id <id>', executorIdHelp)
    .option('--insecure-http', 'allow plain http to another host')
    .option('--ca-file <file>', 'certificates (PEM) of further authorities to trust')
    .option('--proxy <url>', 'HTTP proxy on the way to the control plane')
    .addHelpText('after', '\nMake a token with: satrap executors token')
    .action(async (options: GivenOptions) => {
      const joined = await join(options);
      printLines([
        ...(await joined.store()),
        `Start the agent: systemctl enable --now satrap-agent, or: satrap agent run${joined.runFlags}`,
      ]);
    });
}

/** Throws CommandError for a URL that shows the key to everyone on the way, unless that was allowed. */
export function refusePlainHttp({ url, insecureHttp = false }: { url?: string; insecureHttp?: boolean }): void {
  if (url !== undefined && isPlainHttp(url) && !insecureHttp)
    throw new CommandError(
      `${url} is plain http to another host, so everyone on the way reads the key; use https, or add --insecure-http`,
      2,
    );
}

/** As the agent takes them: it would else not start with the key that the token was given for. Throws CommandError. */
function requireConnection(given: { url: string; proxy: string | undefined }): void {
  for (const key of ['url', 'proxy'] as const) {
    const fault = given[key] === undefined ? undefined : settingOptions[key].shape().safeParse(given[key]).error;
    if (fault !== undefined) throw new CommandError(`--${key} ${fault.issues[0]?.message}`, 2);
  }
}

/** Says goodbye to the control plane that this host reported to, where that is another one. */
async function leaveFormer(former: DoctorSettings, url: string): Promise<string[]> {
  if (!('settings' in former) || former.settings.url === url) return [];
  const reason = await deregister(former);
  return [
    reason === null
      ? `The host has left ${former.settings.url}, which shows it as uninstalled.`
      : `Could not leave ${former.settings.url} (${reason}). If it still exists, it shows the host as offline.`,
  ];
}

/** A host that has a key, which is not stored yet. */
export interface Joined {
  /** The flags that the agent needs beside the configuration, each with a space before it. */
  runFlags: string;
  /** Writes the key and the settings, and leaves another control plane. Returns what people should know. Throws CommandError. */
  store(): Promise<string[]>;
}

/** Gets a key for this host, as the options of `satrap agent join` say. Changes nothing on the host until `store`. Throws CommandError. */
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
    throw new CommandError(`${name} cannot be an executor’s name: it ${nameRule}; name it with --name`, 2);
  // Before the token is used, which is of use only once.
  const plan = prepareJoin(options);
  requireConnection({ url, proxy });
  const token = await readSecret({
    what: 'enrolment token',
    file: options.tokenFile,
    variable: 'SATRAP_ENROLMENT_TOKEN',
  });
  await applyToProcess({ caFile: caFile ?? configured('ca_file'), proxy: proxy ?? configured('proxy') });
  // Loaded here: the agent itself never calls them.
  const [{ callWithoutKey }, { EnrolExecutorDocument }] = await Promise.all([
    import('../api.ts'),
    import('../../contract/agent-operations.generated.ts'),
  ]);
  const former = settingsOrFaults({ config: options.config, dataDir: options.dataDir });
  const stored = storedExecutorId(options.dataDir);
  const executorId = stored ?? options.executorId ?? null;
  if (executorId !== (options.executorId ?? executorId))
    throw new CommandError(`this host is the executor ${executorId} already; leave --executor-id out`, 2);
  const input = { token, name, instanceId: randomUUID(), executorId };
  const { enrolExecutor } = await callWithoutKey(url, EnrolExecutorDocument, { input });
  return {
    runFlags: plan.runFlags,
    store: async () => {
      storeJoin(plan, enrolExecutor.secret);
      if (executorId !== stored && executorId !== null) storeExecutorId(options.dataDir, executorId);
      return [
        `${name} joined ${enrolExecutor.organizationName}. Its key is in ${plan.keyFile}; the agent takes another before it ends.`,
        ...(await leaveFormer(former, url)),
      ];
    },
  };
}
