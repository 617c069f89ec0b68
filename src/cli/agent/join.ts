import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defaultDataDir, settingOptions } from '../../agent/settings/options.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import { isPlainHttp } from '../../contract/plain-http.ts';
import { applyToProcess } from '../apply-connection.ts';
import { CommandError } from '../command-error.ts';
import { printLines } from '../output.ts';
import { readSecret } from '../read-secret.ts';
import { type JoinFiles, prepareJoin, storeJoin } from './join-files.ts';

interface JoinOptions extends JoinFiles {
  tokenFile?: string;
  insecureHttp?: boolean;
  caFile?: string;
  proxy?: string;
  /** The engine's socket, where the settings shall name it. */
  dockerSocket?: string;
  /** The caller starts the agent itself. */
  isFollowed?: boolean;
}

/** The default is read in the action: the host's name may be none that an executor can have. */
export type GivenOptions = Omit<JoinOptions, 'name'> & { name?: string };

/** `satrap agent join` */
export function addJoinCommand(agent: Command): void {
  agent
    .command('join')
    .description('get an API key for the agent of this host, with an enrolment token')
    .requiredOption('--url <url>', 'GraphQL endpoint of the control plane', process.env['SATRAP_URL'])
    .option('--token-file <file>', 'file with the token (else SATRAP_ENROLMENT_TOKEN, standard input, or a prompt)')
    .option('--name <name>', 'name of this executor (default: the host’s name)')
    .option('--data-dir <directory>', 'the agent’s data directory', process.env['SATRAP_DATA_DIR'] ?? defaultDataDir)
    .option('--config <file>', 'the agent’s configuration file', '/etc/satrap/agent.toml')
    .option('--insecure-http', 'allow plain http to another host')
    .option('--ca-file <file>', 'certificates (PEM) of further authorities to trust')
    .option('--proxy <url>', 'HTTP proxy on the way to the control plane')
    .option('--force', 'replace the key of this host, or its control plane')
    .addHelpText('after', '\nMake a token with: satrap executors token')
    .action(join);
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

/** Joins this host to a control plane, as the options of `satrap agent join` say. Throws CommandError. */
export async function join(given: GivenOptions): Promise<void> {
  const options: JoinOptions = { ...given, name: given.name ?? hostname() };
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
  const token = await readSecret('Enrolment token: ', {
    file: options.tokenFile,
    variable: 'SATRAP_ENROLMENT_TOKEN',
  });
  await applyToProcess({ caFile, proxy });
  // Loaded here: the agent itself never calls them.
  const [{ callWithoutKey }, { EnrolExecutorDocument }] = await Promise.all([
    import('../call-without-key.ts'),
    import('../../contract/agent-operations.generated.ts'),
  ]);
  const input = { token, name, instanceId: randomUUID() };
  const { enrolExecutor } = await callWithoutKey(url, EnrolExecutorDocument, { input });
  storeJoin(plan, enrolExecutor.secret);
  printLines([
    `${name} joined ${enrolExecutor.organizationName}. Its key is in ${plan.keyFile}; the agent takes another before it ends.`,
    ...(options.isFollowed
      ? []
      : [`Start the agent: systemctl enable --now satrap-agent, or: satrap agent run${plan.runFlags}`]),
  ]);
}
