import { join } from 'node:path';
import { sharedRelease } from '../harness/shared-release.ts';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { forward } from './forwarder.ts';
import { buildImage, prepareImages } from './images.ts';

/** Of the machine. */
const port = 4200;

/** A control plane in a container of a machine, by the image of the Dockerfile and the compose file of the templates. */
export class ContainedControlPlane implements Disposable {
  /** What browsers call it. */
  readonly origin: string;
  readonly #box: Box;
  readonly #project: string;
  readonly #databaseUrl: string;
  readonly #way: { port: number } & Disposable;

  private constructor(box: Box, way: { port: number } & Disposable, project: string, databaseUrl: string) {
    this.#box = box;
    this.#way = way;
    // Browsers trust an address without TLS only where it is their own host's.
    this.origin = `http://127.0.0.1:${way.port}`;
    this.#project = project;
    this.#databaseUrl = databaseUrl;
  }

  /** Builds the image from a release of this checkout, and makes no container yet. */
  static async build(box: Box): Promise<ContainedControlPlane> {
    const { folder } = await sharedRelease();
    await prepareImages(box, folder);
    await buildImage(box, 'control-plane');
    await box.copyIn(join(import.meta.dirname, '../../templates/compose.yaml'), '/root/compose.yaml');
    await box.do(
      'cat >/root/here.yaml',
      `services: { control-plane: { ports: ['${port}:4100'], healthcheck: { interval: 1s } } }\n`,
    );
    const host = await box.do("ip -4 -o addr show eth0 | sed -E 's#.* inet ([0-9.]+)/.*#\\1#'");
    return new ContainedControlPlane(box, await forward('127.0.0.1', { host, port }), 'own', '');
  }

  /** Another one, with nothing but the image and the port in common, on a PostgreSQL server. */
  on(databaseUrl: string): ContainedControlPlane {
    return new ContainedControlPlane(this.#box, this.#way, 'outside', databaseUrl);
  }

  compose(words: string, input = ''): Promise<string> {
    // Compose reads all of its file, also what it says of the agent.
    const variables = `DOCKER_GID=0 SATRAP_PUBLIC_URL=${this.origin} DATABASE_URL='${this.#databaseUrl}'`;
    const program = `docker-compose -p ${this.#project} -f compose.yaml -f here.yaml`;
    return this.#box.do(`cd /root && export ${variables} && ${program} ${words}`, input);
  }

  /** Runs a command in a container of its own, and returns what it says as JSON. */
  async once(words: string): Promise<string> {
    const text = await this.compose(`run --rm -T control-plane ${words} --json`);
    return text.slice(text.indexOf('{'));
  }

  inspect(format: string): Promise<string> {
    return this.#box.do(`docker inspect -f '${format}' ${this.#project}_control-plane_1`);
  }

  /** Starts its container, and waits until its health check passes. */
  async start(): Promise<void> {
    await this.compose('up -d control-plane');
    await until(
      'its health check passes',
      async () => (await this.inspect('{{.State.Health.Status}}')) === 'healthy',
      90_000,
    );
  }

  /** Asks the API, with a key or without. */
  async ask(query: string, variables: object, key?: string): Promise<unknown> {
    const response = await fetch(`${this.origin}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors?: object };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  [Symbol.dispose](): void {
    this.#way[Symbol.dispose]();
  }
}
