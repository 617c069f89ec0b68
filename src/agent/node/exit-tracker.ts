import type { Logger } from 'pino';
import { containerLogs } from '../docker/engine/container-logs.ts';
import type { DockerClient } from '../docker/engine/engine-client.ts';
import { EngineError } from '../docker/engine/engine-error.ts';
import { isUp, type ObservedContainer } from '../docker/engine/observed-container.ts';
import { lastWords } from './crash-message.ts';
import { accountExit } from './exit-event.ts';
import type { NodeRecord } from './record-store.ts';

/** Accounts for the ends of a node's daemon that nobody here asked for. */
export class Exits {
  readonly #record: NodeRecord;
  readonly #client: DockerClient;
  readonly #log: Logger;
  #heard: { containerId: string; code: number } | undefined;

  constructor(record: NodeRecord, client: DockerClient, log: Logger) {
    this.#record = record;
    this.#client = client;
    this.#log = log;
  }

  /** The engine tells that a container's process ended. Should it have started it again before anyone looks, no one else knows the code. */
  heard(containerId: string, code: number): void {
    this.#heard = { containerId, code };
  }

  /** What was heard is of a run that ended as it was asked to. */
  forget(): void {
    this.#heard = undefined;
  }

  async account(container: ObservedContainer, signal: AbortSignal): Promise<void> {
    const down = !isUp(container) || container.state === 'restarting';
    const heard = this.#heard?.containerId === container.id ? this.#heard.code : null;
    const code = down ? container.exitCode : heard;
    this.#heard = undefined;
    const ended = {
      code,
      outOfMemory: container.oomKilled,
      lastWords: code === 0 ? null : await this.#wordsOf(container),
    };
    signal.throwIfAborted();
    const { exit, event } = accountExit(this.#record.nodeId, this.#record.memory.exit, ended);
    this.#record.change({ lastExit: container.finishedAt, exit }, event === null ? [] : [{ event }]);
    this.#log.warn({ exitCode: code, outOfMemory: container.oomKilled }, 'the daemon ended unasked');
  }

  /** Null also where there is no log to read: the engine keeps none for a dead container, and none with some log drivers. */
  async #wordsOf(container: ObservedContainer): Promise<string | null> {
    try {
      return lastWords(await containerLogs(this.#client, container.id, 80));
    } catch (error) {
      if (!(error instanceof EngineError) || error.fault === 'unreachable') throw error;
      this.#log.warn(`the daemon’s last words are not known: ${error.message}`);
      return null;
    }
  }
}
