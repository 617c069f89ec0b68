import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { failedWallets } from '../../bitcoin/failed-wallets.ts';
import { fitText } from '../../text/fit-text.ts';
import type { DaemonView, NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import { shownWallets } from '../node/shown-wallets.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRuntime, NodeSnapshot } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { isUp, runOf, type Workload } from '../runtime/workload.ts';

interface LoadedWalletsOptions {
  store: NodeRecordStore;
  runtime: Pick<NodeRuntime, 'updateConfig'>;
  log: Logger;
}

export type LoadedWallets = ReturnType<typeof loadedWallets>;

/**
 * Keeps the wallets of a node loaded: those that its daemon had loaded when it last reported them are loaded by its next
 * start, also by one of the engine alone. A wallet never keeps the daemon from starting.
 */
export function loadedWallets({ store, runtime, log }: LoadedWalletsOptions) {
  const notLoaded = (names: readonly string[], message: string): { event: NewEvent } => ({
    event: {
      kind: 'node.wallets_not_loaded',
      nodeId: store.nodeId,
      message,
      data: { wallets: names.slice(0, maxReported).map((name) => fitText(name, maxNameLength)) },
    },
  });

  return {
    /** Records what a run of the daemon reports. The first report of a run shows what that run did not load again. */
    record(workload: Workload, loaded: DaemonView['loadedWallets']): void {
      if (loaded == null) return;
      const walletsOfRun = runOf(workload);
      const isFirst = store.record.walletsOfRun !== walletsOfRun;
      const missing = isFirst ? (store.record.loadedWallets ?? []).filter((name) => !loaded.includes(name)) : [];
      const message = `The restarted daemon lacks wallets that were loaded before: ${shownWallets(missing)}. Its log shows why; load them with “loadwallet”.`;
      store.update(
        { loadedWallets: [...loaded], walletsOfRun },
        missing.length === 0 ? [] : [notLoaded(missing, message)],
      );
    },
    /** After an unexpected exit: the next start omits the wallets that caused it. */
    omitFailed(): void {
      const { exit, loadedWallets: loaded = [], wallets } = store.record;
      // A signal is no verdict on a wallet, whatever was logged last. Of a quick restart, the code may be unknown.
      if (exit === null || (exit.code !== null && exit.code !== failedStart)) return;
      const failed = failedWallets(exit.lastWords ?? '', loaded, wallets);
      if (failed.length === 0) return;
      const message = `The daemon ended because of a wallet and starts without ${shownWallets(failed)}. Repair or restore the wallet, then load it with “loadwallet”.`;
      store.update({ loadedWallets: loaded.filter((name) => !failed.includes(name)) }, [notLoaded(failed, message)]);
    },
    /** Writes the wallets into the configuration of a node at which nothing else is to be done. */
    async configure({ desired, workload, plan, specHash }: NodeSnapshot, current: () => NodeSnapshot): Promise<void> {
      const { loadedWallets: loaded, configuredWallets } = store.record;
      if (loaded === undefined || isDeepStrictEqual(loaded, configuredWallets ?? [])) return;
      if (desired.desiredState !== 'running' || plan.blocked !== null || specHash === null) return;
      if (workload === undefined || !isUp(workload)) return;
      try {
        await runtime.updateConfig(workload.id, current());
      } catch (error) {
        if (!(error instanceof RuntimeError)) throw error;
        log.warn(`cannot write the loaded wallets into bitcoin.conf; retrying: ${error.message}`);
        return;
      }
      store.update({ configuredWallets: loaded });
    },
  };
}

/** The exit code of a daemon that ends during its start. */
const failedStart = 1;
const maxReported = 20;
const maxNameLength = 256;

export const reportedWallets = (health: NodeHealth | null): DaemonView['loadedWallets'] =>
  health === null || health.state === 'starting' ? null : health.view?.loadedWallets;
