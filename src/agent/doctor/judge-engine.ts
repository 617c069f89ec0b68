import { type Finding, type Judged, ok, problem, warning } from '../../contract/finding.ts';
import { type EngineFacts, whyUnlimited } from '../runtime/host-runtime.ts';
import type { DoctorFacts } from './facts.ts';
import { judgeFirewall } from './firewall.ts';

/** The oldest engine version the agent was tested with. */
const oldestMajor = 20;

export function judgeEngine(
  facts: Pick<
    DoctorFacts,
    | 'engine'
    | 'images'
    | 'configPath'
    | 'allowUnlimited'
    | 'engineStopSeconds'
    | 'nodeStopSeconds'
    | 'ownRestart'
    | 'hasDefaultNetwork'
    | 'firewall'
  >,
): Judged[] {
  const { engine } = facts;
  if ('error' in engine)
    return [problem('engine', `the engine does not answer: ${engine.error}`, remedyFor(engine.error))];
  return [
    judgeVersion(engine),
    judgeLimits(engine, facts.allowUnlimited),
    judgeImages(facts),
    ok('storage driver', `${engine.storageDriver}, in ${engine.rootDir}`),
    // Podman has no service that nodes depend on.
    ...(engine.isPodman
      ? []
      : [
          judgeNetwork(facts),
          judgeFirewall(facts.firewall),
          judgeLiveRestore(engine),
          judgeStopTime(facts),
          judgeOwnRestart(engine, facts.ownRestart),
        ]),
    ...engine.warnings.map((text) => warning('engine', text, 'look up this warning in the engine’s documentation')),
  ];
}

function judgeImages({ images, configPath }: Pick<DoctorFacts, 'images' | 'configPath'>): Judged {
  const missing = images.filter(({ fault }) => fault !== null);
  const offered = images.filter(({ fault }) => fault === null).map(({ version }) => version);
  const text = offered.length === 0 ? 'no bitcoind version is available' : `available: ${offered.join(', ')}`;
  if (missing.length === 0) return images.length === 0 ? null : ok('images', text);
  return warning(
    'images',
    [
      text,
      ...[...Map.groupBy(missing, ({ fault }) => fault)].map(
        ([fault, same]) =>
          `no image for ${same.map(({ version, image }) => `${version} (${image})`).join(', ')}: ${fault}`,
      ),
    ].join('; '),
    `docker pull ${missing[0]?.image}, or docker load -i FILE; or set your own images in the table [images.bitcoind] of ${configPath}`,
  );
}

function remedyFor(error: string): string {
  if (error.includes('EACCES')) return 'usermod -aG docker satrap && systemctl restart satrap-agent';
  if (error.includes('ENOENT') || error.includes('ECONNREFUSED'))
    return 'systemctl start docker (to install it on Debian: apt-get install docker.io), or set docker_socket';
  return 'journalctl -u docker -n 50';
}

function judgeVersion({ version, isPodman, osType, isRootless }: EngineFacts): Finding {
  if (osType !== 'linux')
    return problem('engine', `it runs ${osType} containers`, 'set docker_socket to a Linux engine');
  const major = Number(version.split('.')[0]);
  if (major < oldestMajor && !isPodman)
    return warning('engine', `version ${version} is older than the oldest tested version`, 'apt-get install docker.io');
  return ok('engine', `${isPodman ? 'Podman, ' : ''}version ${version}${isRootless ? ', rootless' : ''}`);
}

function judgeLimits(engine: EngineFacts, allowUnlimited: boolean): Finding {
  const { cgroupDriver, cgroupVersion } = engine;
  const why = whyUnlimited(engine);
  if (why === null) return ok('cgroup', `version ${cgroupVersion}, driver ${cgroupDriver}`);
  return (allowUnlimited ? warning : problem)('cgroup', why.text, `${why.remedy}; or set allow_unlimited`);
}

/** A container without it runs, and has no ports. */
const judgeNetwork = ({ hasDefaultNetwork }: Pick<DoctorFacts, 'hasDefaultNetwork'>): Judged =>
  hasDefaultNetwork === false
    ? problem(
        'network',
        'the engine has no default bridge network, so containers get no ports and nodes never answer',
        'remove "bridge": "none" from /etc/docker/daemon.json, then: systemctl restart docker; the agent then creates the nodes’ containers again',
      )
    : null;

const judgeLiveRestore = ({ liveRestore }: EngineFacts): Finding =>
  liveRestore
    ? ok('live-restore', 'nodes keep running when the engine restarts')
    : warning(
        'live-restore',
        'an engine restart, such as a package upgrade, restarts every node',
        'set "live-restore": true in /etc/docker/daemon.json, then: systemctl reload docker',
      );

function judgeStopTime({
  engineStopSeconds,
  nodeStopSeconds,
}: Pick<DoctorFacts, 'engineStopSeconds' | 'nodeStopSeconds'>): Judged {
  if (engineStopSeconds === null) return null;
  if (engineStopSeconds > nodeStopSeconds)
    return ok('stop time', 'the engine waits for every node to shut down cleanly');
  return warning(
    'stop time',
    `systemd kills the engine after ${engineStopSeconds} s, but a node may need ${nodeStopSeconds} s to shut down`,
    `install -d /etc/systemd/system/docker.service.d && printf '[Service]\\nTimeoutStopSec=${nodeStopSeconds + 60}\\n' >/etc/systemd/system/docker.service.d/satrap.conf && systemctl daemon-reload`,
  );
}

/**
 * A killed engine's next start stops what still runs and counts that as a manual stop, which “unless-stopped” honors
 * (20.10.24, 26.1.5). Running nodes have “always” for the same reason.
 */
function judgeOwnRestart({ liveRestore }: EngineFacts, own: DoctorFacts['ownRestart']): Judged {
  if (own === null) return null;
  if (own.policy !== 'unless-stopped' || liveRestore) return ok('restart policy', own.policy);
  return warning(
    'restart policy',
    'after a kill, the engine does not restart containers with the policy “unless-stopped”, such as this one',
    `docker update --restart always ${own.container} (with Compose, also in its file: restart: always)`,
  );
}
