import { fitText } from '../../../text/fit-text.ts';
import { RuntimeError, type RuntimeFault } from '../../runtime/runtime-error.ts';

/** Object ids, which differ at each try and mean nothing to people. A digest has its algorithm as prefix. */
const objectId = /\s*\(?(?<!sha256:)\b[0-9a-f]{64}\b\)?/g;

/** Converts any dockerode error to a RuntimeError. `what` completes the sentence "Docker could not …". */
export function toRuntimeError(what: string, cause: unknown): RuntimeError {
  if (cause instanceof RuntimeError) return cause;
  const { statusCode, code, address, reason, json, message } = cause as {
    statusCode?: number;
    code?: string;
    address?: string;
    reason?: string;
    json?: { message?: string };
    message?: string;
  };
  const words = code === 'EACCES' ? noPermission(address) : (json?.message ?? message ?? reason ?? String(cause));
  const text = fitText(words.replace(objectId, ''));
  const cure = cures.find(({ words: known }) => known.test(text))?.cure;
  const hint = cure === undefined ? '' : `; ${cure}`;
  return new RuntimeError(faultOf(statusCode, code, text), `Docker could not ${what}: ${text}${hint}`, { cause });
}

/** What cures errors in which the engine itself only quotes another program. */
const cures: readonly { words: RegExp; cure: string }[] = [
  {
    // runc, and crun.
    words: /error setting rlimit type 7\b|setrlimit `?RLIMIT_NOFILE/,
    cure: 'the engine may not give a container that many open files: raise LimitNOFILE of its service and of containerd and restart them, or lower maxconnections',
  },
  {
    words: /No chain\/target\/match by that name|iptables: .*DOCKER.*does not exist/i,
    cure: 'something removed the engine’s firewall rules: restart the engine (systemctl restart docker)',
  },
  {
    words: /address pools have been fully subnetted|available, non-overlapping IPv4 address pool/,
    cure: 'remove unused networks (docker network prune), or add address pools to /etc/docker/daemon.json',
  },
];

const noPermission = (socketPath = 'its socket'): string =>
  `no permission to use ${socketPath}; add the agent’s user to the socket’s group (usually: usermod -aG docker USER) and restart the agent, or run it as root`;

function faultOf(statusCode: number | undefined, code: string | undefined, text: string): RuntimeFault {
  if (statusCode === 304) return 'not-modified';
  if (statusCode === 404) return 'not-found';
  if (statusCode === 409) return 'conflict';
  if (/port is already allocated|address already in use/.test(text)) return 'port-conflict';
  if (statusCode !== undefined || code === undefined) return 'refused';
  return 'unreachable';
}
