import { recent } from '../../../timing/recent.ts';

const maxOrganizations = 10_000;
/** Longer than any host is silent before it counts as offline. */
const longAgoSeconds = 86_400;

/** When this process last refused heartbeats because it was busy. */
export class RefusedHeartbeats {
  readonly #last = recent<string, number>(maxOrganizations);
  #lastOfAny = Number.NEGATIVE_INFINITY;

  note(organizationId: string, now = performance.now()): void {
    this.#last.set(organizationId, now);
  }

  /** A heartbeat, nobody knows of which organization, must come back after so many seconds. */
  postpone(seconds: number, now = performance.now()): void {
    this.#lastOfAny = Math.max(this.#lastOfAny, now + seconds * 1000);
  }

  secondsSince(organizationId: string, now = performance.now()): number {
    const last = Math.max(this.#lastOfAny, this.#last.get(organizationId) ?? Number.NEGATIVE_INFINITY);
    return Math.min(longAgoSeconds, Math.max(0, Math.floor((now - last) / 1000)));
  }
}
