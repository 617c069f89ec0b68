import type { UpgradabilityInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { gatherInstallation, type InstallationPlaces } from './gather-installation.ts';
import { type InstallationFacts, judgeInstallation } from './installation-facts.ts';

const maxAgeMs = 60_000;

/** Reports whether this agent can be upgraded. Called by every heartbeat. */
export class Upgradability {
  readonly #places: InstallationPlaces;
  readonly #clock: Clock;
  readonly #lookAtContainer: () => Promise<InstallationFacts['own']>;
  #known: { said: UpgradabilityInput; at: number } | undefined;
  #own: InstallationFacts['own'] = null;

  /** `lookAtContainer`: findings about the agent's container; only called in one. Never throws. */
  constructor(places: InstallationPlaces, clock: Clock, lookAtContainer: () => Promise<InstallationFacts['own']>) {
    this.#places = places;
    this.#clock = clock;
    this.#lookAtContainer = lookAtContainer;
  }

  read(): UpgradabilityInput {
    const now = this.#clock.elapsed();
    if (this.#known === undefined || now - this.#known.at >= maxAgeMs) {
      const said = this.#look();
      this.#known = { said, at: now };
      if (said.packaging === 'image') void this.#lookAgain(now);
    }
    return this.#known.said;
  }

  /** The engine answers later than a heartbeat can wait. */
  async #lookAgain(at: number): Promise<void> {
    this.#own = await this.#lookAtContainer();
    this.#known = { said: this.#look(), at };
  }

  #look(): UpgradabilityInput {
    return judgeInstallation(gatherInstallation(this.#places, this.#own));
  }
}
