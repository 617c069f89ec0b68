import { type Finding, type Judged, ok, problem, warning } from '../../contract/finding.ts';
import { counted } from '../../text/counted.ts';
import type { ControlPlaneFacts, KeyFacts } from '../control-plane/gather-control-plane.ts';
import type { DoctorFacts } from './facts.ts';

/** Heartbeats carry times: with more skew than this, events would appear in the future. */
const maxSkewSeconds = 5;
const dayMs = 86_400_000;

/** Checks connectivity to the control plane, the clock and the key. `now`: milliseconds since the epoch. */
export function judgeControlPlane(facts: DoctorFacts, now: number): Judged[] {
  const { controlPlane, proxy, agent, upgrade, configPath } = facts;
  return [
    ...(controlPlane === null ? [] : judgeAnswer(controlPlane, { proxy, configPath }, now)),
    ok('proxy', proxy ?? 'none'),
    judgeUpgrade(upgrade),
    // During a switch, an agent started manually would only be stopped again.
    ...(agent === null && upgrade !== null && !('fault' in upgrade) ? [] : judgeAgent(agent)),
  ];
}

function judgeAnswer(
  facts: ControlPlaneFacts,
  { proxy, configPath }: Pick<DoctorFacts, 'proxy' | 'configPath'>,
  now: number,
): Judged[] {
  const { url, addresses, error, key } = facts;
  const host = URL.parse(url)?.hostname ?? url;
  const name =
    addresses.length > 0 || proxy !== null
      ? ok('name', `${host} resolves to ${addresses.join(', ') || 'an address known to the proxy'}`)
      : problem('name', `cannot resolve ${host}`, `getent hosts ${host}; check /etc/resolv.conf and the setting url`);
  if (error !== null) return [name, problem('control plane', `${url}: ${error}`, remedyFor(error, url, configPath))];
  return [
    name,
    ok('control plane', `${url} is reachable`),
    key && judgeKey(key),
    judgeClock(facts.clockAheadSeconds),
    judgeCertificate(facts.certificateEndsAt, now),
  ];
}

function remedyFor(error: string, url: string, configPath: string): string {
  if (/certificate|CERT|self-signed|issuer/i.test(error))
    return `set ca_file in ${configPath} to the certificate of its authority, or run satrap agent install with --ca-file`;
  if (/ECONNREFUSED/.test(error)) return 'start the control plane, or correct the setting url';
  return `curl -v ${url}`;
}

function judgeKey(key: KeyFacts): Finding {
  const remedy = 'satrap tokens create --name HOST, then on this host: satrap agent install --token-file FILE';
  if ('refusal' in key) return problem('key', `the control plane refuses the key: ${key.refusal}`, remedy);
  if (key.purpose !== 'executor')
    return problem('key', `the key is a ${key.purpose} key; an agent needs an executor key`, remedy);
  return ok('key', 'accepted by the control plane');
}

function judgeClock(ahead: number | null): Judged {
  if (ahead === null) return null;
  if (Math.abs(ahead) <= maxSkewSeconds) return ok('clock', 'in sync with the control plane');
  const [seconds, side] = [Math.round(Math.abs(ahead)), ahead > 0 ? 'ahead of' : 'behind'];
  const remedy = 'timedatectl set-ntp true (on Debian: apt-get install systemd-timesyncd)';
  return warning('clock', `${seconds} s ${side} the control plane`, remedy);
}

function judgeCertificate(endsAt: string | null, now: number): Judged {
  if (endsAt === null) return null;
  const days = Math.floor((Date.parse(endsAt) - now) / dayMs);
  const text = `the control plane’s certificate expires in ${counted(days, 'day')}`;
  if (days >= 14) return ok('certificate', text);
  return warning('certificate', text, 'notify the operator of the control plane');
}

function judgeUpgrade(upgrade: DoctorFacts['upgrade']): Judged {
  if (upgrade === null) return null;
  if ('fault' in upgrade)
    return warning(
      'upgrade',
      `the agent cannot upgrade because its upgrade order is unreadable: ${upgrade.fault}`,
      'install the version that wrote it, or remove the file; log: journalctl -u satrap-agent-upgrade',
    );
  const { from, to } = upgrade;
  return warning(
    'upgrade',
    `upgrading the agent from ${from} to ${to}; it may be down for seconds`,
    'follow it with journalctl -fu satrap-agent-upgrade (in a container: docker logs of its helper); if it hangs: systemctl start satrap-agent-upgrade',
  );
}

function judgeAgent(agent: DoctorFacts['agent']): Judged[] {
  if (agent === null)
    return [warning('agent', 'no agent is running', 'systemctl start satrap-agent; journalctl -u satrap-agent -n 50')];
  const { version, lastSync } = agent;
  return [
    lastSync.error === null
      ? ok('agent', `version ${version} is running`)
      : problem(
          'agent',
          `version ${version} is running, but its last heartbeat failed: ${lastSync.error}`,
          'satrap agent status',
        ),
    judgeEvents(agent),
    judgeKeyExpiry(agent),
  ];
}

function judgeEvents({ areEventsHeldBack }: NonNullable<DoctorFacts['agent']>): Judged {
  if (!areEventsHeldBack) return null;
  return warning(
    'events',
    'events of the control plane do not arrive, so changes come with the heartbeats',
    'a proxy buffers them: turn off its buffering of text/event-stream (nginx: proxy_buffering off)',
  );
}

function judgeKeyExpiry({ lastSync, key }: NonNullable<DoctorFacts['agent']>): Judged {
  if (key.warning !== null) return warning('key expiry', key.warning, 'satrap agent join --url URL, with a new token');
  // The control plane has not reported it yet.
  if (lastSync.succeededAt === null) return null;
  const { rotateAt } = key;
  return ok('key expiry', rotateAt === null ? 'the key never expires' : `the agent rotates its key after ${rotateAt}`);
}
