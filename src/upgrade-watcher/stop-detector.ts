import { run, steadily, systemctl } from './systemctl.ts';

/**
 * Detects a stop by somebody else while the watcher has the agent stopped, of which systemd keeps no trace: an idle unit that is
 * PartOf the agent's is stopped with it, and the watcher stops the agent alone. It survives a kill of the watcher.
 */
export class StopDetector {
  readonly #name = 'satrap-agent-switch.service';
  readonly #agent: string;

  constructor(agent = 'satrap-agent.service') {
    this.#agent = agent;
  }

  /** Does nothing where it has begun. Throws an Error with the words of systemd. */
  async begin(): Promise<void> {
    if (await this.isUnstopped()) return;
    const properties = [
      `PartOf=${this.#agent}`,
      'Type=oneshot',
      'RemainAfterExit=yes',
      'CollectMode=inactive-or-failed',
    ];
    const words = [
      ...['--quiet', `--unit=${this.#name}`, '--description=An upgrade has stopped the Satrap agent and will start it'],
      ...properties.map((property) => `--property=${property}`),
      '/bin/true',
    ];
    await steadily(() => run('systemd-run', words));
  }

  /** Whether it has begun, and nobody stopped the agent since. */
  async isUnstopped(): Promise<boolean> {
    return (await systemctl(['show', '--property', 'ActiveState', '--value', this.#name])).trim() === 'active';
  }

  async end(): Promise<void> {
    // There is none where somebody stopped the agent; and one that stays all the same serves the next switch as well as a new one.
    await run('systemctl', ['stop', this.#name]).catch(() => undefined);
  }
}
