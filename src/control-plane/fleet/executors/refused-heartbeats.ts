import { recent } from '../../../timing/recent.ts';

const maxOrganizations = 10_000;
/** Longer than any host is silent before it counts as offline. */
const longAgoSeconds = 86_400;

/** When this process last refused a heartbeat of an organization, because it was busy: a silence since before proves nothing. */
export class RefusedHeartbeats {
  readonly #last = recent<string, number>(maxOrganizations);

  note(organizationId: string, now = performance.now()): void {
    this.#last.set(organizationId, now);
  }

  secondsSince(organizationId: string, now = performance.now()): number {
    const last = this.#last.get(organizationId);
    return last === undefined ? longAgoSeconds : Math.floor((now - last) / 1000);
  }
}
