/** What a failed question to a registry means for an image. */
export type RegistryFault =
  /** The registry does not have it, or does not give it to this host. */
  | 'missing'
  /** The registry's quota is used up: it answers nobody from this address for a while. */
  | 'quota'
  /** No answer about the image. */
  | 'unknown';

export function registryFaultOf(message: string): RegistryFault {
  if (/toomanyrequests|too many requests|rate limit|HTTP 429 response/i.test(message)) return 'quota';
  // The last ones are the engine's, for an answer without the registry's own words, and where it has no login.
  if (
    /manifest unknown|not found|name unknown|denied|unauthorized|forbidden|invalid reference|HTTP 40[134] response|no basic auth credentials/i.test(
      message,
    )
  )
    return 'missing';
  return 'unknown';
}

const minute = 60_000;
const hour = 60 * minute;

/**
 * How long an answer counts. An image that was found matters only once somebody creates a node with it, and each question
 * counts against the quota of the host's address.
 */
export function answerAgeMs(fault: RegistryFault | null, failuresInARow: number, message = ''): number {
  if (fault === null) return 6 * hour;
  if (fault === 'quota') return Math.min(24 * hour, Math.max(hour, requestedWaitMs(message)));
  return Math.min(hour, minute * 2 ** Math.max(0, failuresInARow - 1));
}

const units: Readonly<Record<string, number>> = { s: 1000, m: minute, h: hour };

/** The wait that a registry asks for in its message, as some do: the engine passes on no header. 0 without one. */
function requestedWaitMs(message: string): number {
  const [, count, unit = 's'] = /retry[- ]after:?\s*(\d+(?:\.\d+)?)\s*([a-zµ]*)/i.exec(message) ?? [];
  return Number(count ?? 0) * (units[unit.toLowerCase() || 's'] ?? 0);
}

/** The registry of a reference, which has the quota. */
export function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  return rest.length > 0 && /[.:]|^localhost$/.test(first) ? first : 'docker.io';
}
