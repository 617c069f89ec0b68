import { maxUpgradabilityLength } from '../../contract/limits.ts';
import type { UpgradabilityInput } from '../../contract/types.generated.ts';
import { fitText } from '../../text/fit-text.ts';
import type { Clock } from '../../timing/clock.ts';
import { gatherInstallation, type InstallationPlaces } from './gather-installation.ts';
import { judgeInstallation } from './installation-facts.ts';

/** How an agent is installed changes when somebody installs something. */
const maxAgeMs = 60_000;

/** Says whether this agent can be upgraded. A heartbeat may ask it each time. */
export class Upgradability {
  readonly #places: InstallationPlaces;
  readonly #clock: Clock;
  readonly #isSwarmTask: () => Promise<boolean>;
  #known: { said: UpgradabilityInput; at: number } | undefined;
  #isTask = false;

  /** `isSwarmTask`: whether the agent's own container belongs to a Swarm service; asked once, and only in a container. */
  constructor(places: InstallationPlaces, clock: Clock, isSwarmTask: () => Promise<boolean>) {
    this.#places = places;
    this.#clock = clock;
    this.#isSwarmTask = isSwarmTask;
  }

  read(): UpgradabilityInput {
    const now = this.#clock.elapsed();
    if (this.#known === undefined || now - this.#known.at >= maxAgeMs) this.#known = { said: this.#look(), at: now };
    return this.#known.said;
  }

  #look(): UpgradabilityInput {
    const facts = gatherInstallation(this.#places, this.#isTask);
    if (facts.container === 'engine' && this.#known === undefined) {
      void this.#isSwarmTask().then((isTask) => {
        this.#isTask = isTask;
        if (isTask) this.#known = undefined;
      });
    }
    const said = judgeInstallation(facts);
    return said.reason ? { ...said, reason: fitText(said.reason, maxUpgradabilityLength) } : said;
  }
}
