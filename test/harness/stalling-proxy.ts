import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { listenHere } from './listen.ts';

/**
 * A proxy in front of a server that can make all its connections hang, like a frozen host or a network that drops
 * everything.
 */
export class StallingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #stalled = false;

  private constructor(target: URL) {
    this.#server = createServer((incoming) => {
      const outgoing = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => {
          if (!this.#stalled) to.write(bytes);
        });
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  /** Returns the proxy and the URL of the target by way of it. */
  static async before(targetUrl: string): Promise<{ proxy: StallingProxy; url: string }> {
    const url = new URL(targetUrl);
    const proxy = new StallingProxy(new URL(targetUrl));
    url.hostname = '127.0.0.1';
    url.port = String(await listenHere(proxy.#server));
    return { proxy, url: url.href };
  }

  /** Stops passing data. What was sent meanwhile is lost. */
  stall(): void {
    this.#stalled = true;
  }

  /** Passes new connections, and closes those that lost data. */
  resume(): void {
    this.#stalled = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
