import { type EngineFacts, keepsLimits } from '../runtime/host-runtime.ts';
import { type DoctorFacts, type Finding, type ImageFacts, ok, problem, warning } from './facts.ts';

/** The first engine whose API the agent was tried with. */
const oldestMajor = 20;

export function judgeEngine(
  facts: Pick<
    DoctorFacts,
    'engine' | 'images' | 'allowUnlimited' | 'engineStopSeconds' | 'nodeStopSeconds' | 'ownRestart'
  >,
): Finding[] {
  const { engine } = facts;
  if ('error' in engine)
    return [problem('engine', `the engine does not answer: ${engine.error}`, remedyFor(engine.error))];
  return [
    judgeVersion(engine),
    judgeLimits(engine, facts.allowUnlimited),
    ...judgeImages(facts.images),
    ok('storage driver', `${engine.storageDriver}, in ${engine.rootDir}`),
    // Podman has no service that nodes depend on.
    ...(engine.isPodman
      ? []
      : [judgeLiveRestore(engine), ...judgeStopTime(facts), ...judgeOwnRestart(engine, facts.ownRestart)]),
    ...engine.warnings.map((text) => warning('engine', text, 'see the documents of the engine about this warning')),
  ];
}

function judgeImages(images: readonly ImageFacts[]): Finding[] {
  const missing = images.filter(({ fault }) => fault !== null);
  const offered = images.filter(({ fault }) => fault === null).map(({ version }) => version);
  const text =
    offered.length === 0 ? 'no version of bitcoind can run here' : `bitcoind ${offered.join(', ')} can run here`;
  if (missing.length === 0) return images.length === 0 ? [] : [ok('images', text)];
  return [
    warning(
      'images',
      [
        text,
        ...[...Map.groupBy(missing, ({ fault }) => fault)].map(
          ([fault, same]) =>
            `no image for ${same.map(({ version, image }) => `${version} (${image})`).join(', ')}: ${fault}`,
        ),
      ].join('; '),
      `docker pull ${missing[0]?.image}, or docker load -i FILE; or name images of your own in the table [images] of agent.toml`,
    ),
  ];
}

function remedyFor(error: string): string {
  if (error.includes('EACCES')) return 'usermod -aG docker satrap && systemctl restart satrap-agent';
  if (error.includes('ENOENT') || error.includes('ECONNREFUSED'))
    return 'systemctl start docker (to install one, on Debian: apt-get install docker.io), or name its socket with docker_socket';
  return 'journalctl -u docker -n 50';
}

function judgeVersion({ version, isPodman, osType, isRootless }: EngineFacts): Finding {
  if (osType !== 'linux')
    return problem('engine', `it runs containers of ${osType}`, 'name an engine of Linux with docker_socket');
  const major = Number(version.split('.')[0]);
  if (major < oldestMajor && !isPodman)
    return warning('engine', `version ${version} is older than any that was tried`, 'apt-get install docker.io');
  return ok('engine', `${isPodman ? 'Podman, ' : ''}version ${version}${isRootless ? ', rootless' : ''}`);
}

function judgeLimits(engine: EngineFacts, allowUnlimited: boolean): Finding {
  const { cgroupDriver, cgroupVersion } = engine;
  if (keepsLimits(engine)) return ok('cgroup', `version ${cgroupVersion}, driver ${cgroupDriver}`);
  return (allowUnlimited ? warning : problem)(
    'cgroup',
    `the engine cannot limit the memory and the cores of nodes (cgroup ${cgroupVersion}, driver ${cgroupDriver})`,
    'run the engine as root, or a rootless one on a host with cgroup 2 and delegated controllers; or set allow_unlimited',
  );
}

const judgeLiveRestore = ({ liveRestore }: EngineFacts): Finding =>
  liveRestore
    ? ok('live-restore', 'nodes keep running while the engine is restarted')
    : warning(
        'live-restore',
        'a restart of the engine, as by an upgrade of its package, restarts every node',
        'set "live-restore": true in /etc/docker/daemon.json, then: systemctl reload docker',
      );

function judgeStopTime({
  engineStopSeconds,
  nodeStopSeconds,
}: Pick<DoctorFacts, 'engineStopSeconds' | 'nodeStopSeconds'>): Finding[] {
  if (engineStopSeconds === null) return [];
  if (engineStopSeconds > nodeStopSeconds)
    return [ok('stop time', 'the engine may wait for every node to stop gently')];
  return [
    warning(
      'stop time',
      `systemd kills the engine after ${engineStopSeconds} s, but a node may need ${nodeStopSeconds} s to write its state`,
      `install -d /etc/systemd/system/docker.service.d && printf '[Service]\\nTimeoutStopSec=${nodeStopSeconds + 60}\\n' >/etc/systemd/system/docker.service.d/satrap.conf && systemctl daemon-reload`,
    ),
  ];
}

/** A killed engine ends its containers when it starts again and treats that as a manual stop, which “unless-stopped” obeys (20.10.24, 26.1.5). */
function judgeOwnRestart({ liveRestore }: EngineFacts, own: DoctorFacts['ownRestart']): Finding[] {
  if (own === null) return [];
  if (own.policy !== 'unless-stopped' || liveRestore) return [ok('restart policy', own.policy)];
  return [
    warning(
      'restart policy',
      'once the engine was killed, it leaves a container of “unless-stopped” stopped, and this one with it',
      `docker update --restart always ${own.container} (with Compose, also in its file: restart: always)`,
    ),
  ];
}
