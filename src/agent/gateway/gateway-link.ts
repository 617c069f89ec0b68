import type { Logger } from 'pino';
import type { EndpointsReportInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { DesiredGateway } from '../control-plane/desired-gateway.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import type { GatewayFile } from './gateway-file.ts';
import { acknowledgeWrites, readGatewayReport } from './gateway-socket.ts';
import { reportInput } from './report-input.ts';

export interface GatewayLinkOptions {
  file: GatewayFile;
  /** Sends a report to the control plane, which has then stored its calls. */
  send(report: EndpointsReportInput, signal: AbortSignal): Promise<void>;
  pulse: Pulse;
  clock: Clock;
  log: Logger;
}

const reportEveryMs = 10_000;
/** After new settings, which the gateway reads within a second. */
const afterChangeMs = 1500;

/** Brings settings from the control plane to the gateway's file, and the gateway's reports back. */
export class GatewayLink {
  readonly name = 'gateway';
  readonly #options: GatewayLinkOptions;
  readonly #changed: Notify;
  /** The failure that was logged last, so that each is logged once; null after a success. */
  #loggedFailure: string | null = null;

  constructor(options: GatewayLinkOptions) {
    this.#options = options;
    this.#changed = new Notify(options.clock);
  }

  /** Of the settings in the file, for the next heartbeat. */
  get digest(): string | null {
    return this.#options.file.digest;
  }

  /** Takes the settings of an answer; null if it has none. Never throws: the control plane sends them again. */
  accept(desired: DesiredGateway | null): void {
    const { file, log } = this.#options;
    if (desired === null) return;
    try {
      file.write(desired);
      log.info(`wrote gateway settings: ${desired.endpoints.map(({ name }) => name).join(', ') || 'no endpoints'}`);
      this.#changed.notify();
    } catch (error) {
      log.error(`cannot write ${file.path}: ${errorMessage(error)}; the gateway keeps its last settings`);
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    const { pulse, clock } = this.#options;
    const rest = async (ms: number) => {
      if (await this.#changed.wait(ms, signal)) await clock.sleep(afterChangeMs, signal);
    };
    await loop({ pulse, signal, rest }, async () => {
      this.#changed.clear();
      // Without endpoints there is no gateway to ask.
      const hasMore = this.digest !== null && (await this.#report(signal));
      return hasMore ? 0 : reportEveryMs;
    });
  }

  /**
   * Returns whether the gateway has calls beyond those of this report. Never throws: the gateway may be starting, and the
   * control plane may be away. Calls stay with the gateway meanwhile.
   */
  async #report(signal: AbortSignal): Promise<boolean> {
    const { file, send, log } = this.#options;
    try {
      const report = await readGatewayReport(file.path, signal);
      const input = reportInput(report, file.digestOf(report.configuration.sha256));
      await send(input, signal);
      const ids = input.calls.map(({ id }) => id);
      if (ids.length > 0) await acknowledgeWrites(file.path, ids, signal);
      this.#loggedFailure = null;
      return ids.length > 0 && report.writesPending > ids.length;
    } catch (error) {
      const failure = errorMessage(error);
      if (!signal.aborted && failure !== this.#loggedFailure) log.warn(`cannot report the gateway: ${failure}`);
      this.#loggedFailure = failure;
      return false;
    }
  }
}
