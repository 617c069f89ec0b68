import { counted } from '../../text/counted.ts';
import {
  type ControlPlaneFacts,
  type DoctorFacts,
  type Finding,
  type KeyFacts,
  ok,
  problem,
  warning,
} from './facts.ts';

/** A heartbeat carries times; events that lie more than this ahead would be shown in the future. */
const maxSkewSeconds = 5;
const dayMs = 86_400_000;

/** Judges the way to the control plane, the clock and the key. `now`: milliseconds since the epoch. */
export function judgeControlPlane({ controlPlane, proxy, agent, upgrade }: DoctorFacts, now: number): Finding[] {
  return [
    ...(controlPlane === null ? [] : judgeAnswer(controlPlane, proxy, now)),
    ok('proxy', proxy ?? 'none'),
    ...judgeUpgrade(upgrade),
    // Started by hand in the midst of a switch, it would only be stopped again.
    ...(agent === null && upgrade !== null && !('fault' in upgrade) ? [] : judgeAgent(agent)),
  ];
}

function judgeAnswer(facts: ControlPlaneFacts, proxy: string | null, now: number): Finding[] {
  const { url, addresses, error, key } = facts;
  const host = URL.parse(url)?.hostname ?? url;
  const name =
    addresses.length > 0 || proxy !== null
      ? ok('name', `${host} is ${addresses.join(', ') || 'left to the proxy'}`)
      : problem(
          'name',
          `${host} cannot be resolved`,
          `getent hosts ${host}; see /etc/resolv.conf, or mend the setting url`,
        );
  if (error !== null) return [name, problem('control plane', `${url}: ${error}`, remedyFor(error, url))];
  return [
    name,
    ok('control plane', `${url} answers`),
    ...(key === null ? [] : [judgeKey(key)]),
    ...judgeClock(facts.clockAheadSeconds),
    ...judgeCertificate(facts.certificateEndsAt, now),
  ];
}

function remedyFor(error: string, url: string): string {
  if (/certificate|CERT|self-signed|issuer/i.test(error))
    return 'name the certificate of its authority with ca_file in agent.toml, or --ca-file of satrap agent install';
  if (/ECONNREFUSED/.test(error)) return 'start the control plane, or mend the setting url';
  return `curl -v ${url}`;
}

function judgeKey(key: KeyFacts): Finding {
  const remedy = 'satrap executors token --name HOST, then on this host: satrap agent install --token-file FILE';
  if ('refusal' in key) return problem('key', `the control plane refuses the key: ${key.refusal}`, remedy);
  if (key.purpose !== 'executor')
    return problem('key', `the key is a ${key.purpose} one; an agent needs the key of an executor`, remedy);
  return ok('key', 'the control plane accepts it as the key of an executor');
}

function judgeClock(ahead: number | null): Finding[] {
  if (ahead === null) return [];
  if (Math.abs(ahead) <= maxSkewSeconds) return [ok('clock', 'agrees with the control plane’s')];
  const [seconds, side] = [Math.round(Math.abs(ahead)), ahead > 0 ? 'ahead of' : 'behind'];
  return [
    warning(
      'clock',
      `is ${seconds} s ${side} the control plane’s`,
      'timedatectl set-ntp true (on Debian: apt-get install systemd-timesyncd)',
    ),
  ];
}

function judgeCertificate(endsAt: string | null, now: number): Finding[] {
  if (endsAt === null) return [];
  const days = Math.floor((Date.parse(endsAt) - now) / dayMs);
  return days < 14
    ? [
        warning(
          'certificate',
          `that of the control plane ends in ${counted(days, 'day')}`,
          'tell whoever runs the control plane',
        ),
      ]
    : [ok('certificate', `that of the control plane is valid for ${counted(days, 'day')}`)];
}

function judgeUpgrade(upgrade: DoctorFacts['upgrade']): Finding[] {
  if (upgrade === null) return [];
  if ('fault' in upgrade)
    return [
      warning(
        'upgrade',
        `the agent begins no upgrade while this cannot be read: ${upgrade.fault}`,
        'install the version that wrote it, or remove the file; journalctl -u satrap-agent-upgrade',
      ),
    ];
  const { from, to } = upgrade;
  return [
    warning(
      'upgrade',
      `the agent is being switched from ${from} to ${to}, and may be down for seconds`,
      'wait for the end: journalctl -fu satrap-agent-upgrade (in a container: docker logs of its helper); where nothing happens: systemctl start satrap-agent-upgrade',
    ),
  ];
}

function judgeAgent(agent: DoctorFacts['agent']): Finding[] {
  if (agent === null)
    return [warning('agent', 'no agent runs here', 'systemctl start satrap-agent; journalctl -u satrap-agent -n 50')];
  const { version, lastSyncError, keyRotateAt, keyWarning } = agent;
  return [
    lastSyncError === null
      ? ok('agent', `version ${version} runs`)
      : problem('agent', `version ${version} runs, but: ${lastSyncError}`, 'satrap agent status'),
    ...judgeKeyExpiry(keyRotateAt, keyWarning),
  ];
}

function judgeKeyExpiry(rotateAt: string | null | undefined, keyWarning: string | null): Finding[] {
  if (keyWarning !== null)
    return [warning('key expiry', keyWarning, 'satrap agent join --url URL, with another token')];
  if (rotateAt === undefined) return [];
  return [
    ok('key expiry', rotateAt === null ? 'the key never expires' : `the agent replaces its key after ${rotateAt}`),
  ];
}
