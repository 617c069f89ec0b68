import type { Logger } from 'pino';
import type { HeldStateInput, RecoveryState } from '../../contract/types.generated.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { ChainTip } from '../runtime/node-record.ts';
import type { Installation } from '../store/installation.ts';

export interface TakeoverOptions {
  installation: Pick<Installation, 'executorId'>;
  desired: Pick<DesiredState, 'all' | 'revision'>;
  tipOf(nodeId: string): ChainTip | undefined;
  wakeHeartbeat(): void;
  log: Logger;
}

/** What this agent holds for a control plane that does not know it. Until an owner confirms the takeover, the desired state stands. */
export class Takeover {
  readonly #options: TakeoverOptions;
  #state: RecoveryState | null = null;

  constructor(options: TakeoverOptions) {
    this.#options = options;
  }

  /** How far the takeover is; null where none is needed. */
  get state(): RecoveryState | null {
    return this.#state;
  }

  /** Takes what an answer says of the takeover. Returns whether the answer holds a desired state. */
  accept(state: RecoveryState | null | undefined): boolean {
    const before = this.#state;
    this.#state = state ?? null;
    if (before !== this.#state) this.#changed();
    return this.#state === null;
  }

  /** Returns what a heartbeat says of the nodes that are held here: the nodes themselves only where the control plane asked. */
  held(): HeldStateInput | undefined {
    const { installation, desired, tipOf } = this.#options;
    const { executorId } = installation;
    const entries = desired.all();
    // Without an answer yet, a join has named the executor: the store with its nodes is lost, and their data is here.
    if (executorId === undefined || (entries.length === 0 && desired.revision !== undefined)) return undefined;
    if (this.#state !== 'wanted') return { executorId };
    const nodes = entries
      .filter(({ orphaned }) => !orphaned)
      .map(({ node }) => {
        const tip = tipOf(node.id);
        return { ...node, height: tip?.height ?? null, sizeBytes: tip?.sizeOnDiskBytes ?? null };
      });
    return { executorId, nodes };
  }

  #changed(): void {
    const { log, wakeHeartbeat } = this.#options;
    if (this.#state === 'wanted') {
      log.info('the control plane does not know the nodes of this host: they keep running, and are offered to it');
      wakeHeartbeat();
    } else if (this.#state === 'offered')
      log.info('offered the nodes of this host; an owner or admin confirms with: satrap executors recover');
    else log.info('the control plane took over the nodes of this host');
  }
}
