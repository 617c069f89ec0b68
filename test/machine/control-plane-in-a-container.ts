import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataOf, post } from '../harness/graphql.ts';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { forward } from './forwarder.ts';

const template = join(import.meta.dirname, '../../templates/compose.yaml');
const folder = '/root/recipe';
/** Of the machine. */
const port = 4200;

/** Debian 12 has Compose 1.29 as a program of its own; later ones are a plugin of docker. */
const composePlugin = `#!/bin/sh
[ "$1" != docker-cli-plugin-metadata ] || exec echo '{"SchemaVersion":"0.1.0","Vendor":"Debian","Version":"1.29"}'
shift
exec docker-compose "$@"
`;

/** The services of the compose file, on a machine with both images. Their containers are called `recipe_…_1`. */
export class ComposedControlPlane implements Disposable {
  /** The control plane's URL on this host. */
  readonly origin: string;
  readonly #box: Box;
  readonly #way: Disposable;

  private constructor(box: Box, way: { port: number } & Disposable) {
    this.#box = box;
    this.#way = way;
    this.origin = `http://127.0.0.1:${way.port}`;
  }

  /** Copies the compose file to the machine. Creates no container. */
  static async prepare(box: Box): Promise<ComposedControlPlane> {
    const plugin = '/root/.docker/cli-plugins/docker-compose';
    await box.do(`mkdir -p $(dirname ${plugin}) ${folder} && cat >${plugin} && chmod +x ${plugin}`, composePlugin);
    await box.copyIn(template, `${folder}/compose.yaml`);
    await box.do(
      `cat >${folder}/here.yaml`,
      `services: { control-plane: { ports: ['${port}:4100'], healthcheck: { interval: 1s } } }\n`,
    );
    const host = await box.do("ip -4 -o addr show eth0 | sed -E 's#.* inet ([0-9.]+)/.*#\\1#'");
    return new ComposedControlPlane(box, await forward('127.0.0.1', { host, port }));
  }

  /** Runs commands in the folder of the file. `settings` are variables of the environment. */
  do(commands: string, settings = ''): Promise<string> {
    const environment = `COMPOSE_FILE=compose.yaml:here.yaml SATRAP_PUBLIC_URL=${this.origin} ${settings}`;
    return this.#box.do(`cd ${folder} && export ${environment} && ${commands}`);
  }

  /** Runs the recipe in the first lines of the file, unchanged. Returns its output. */
  async runRecipe(): Promise<string> {
    const [, after = ''] = readFileSync(template, 'utf8').split(/# in the folder of this file\..*\n/);
    const lines = after.split('\n');
    const recipe = lines.slice(
      0,
      lines.findIndex((line) => !line.startsWith('#   ')),
    );
    // Line by line, as they are pasted: a shell that reads them from its standard input would give it to the commands.
    await this.#box.do('cat >/root/recipe.sh', recipe.map((line) => `${line.slice(4)}\n`).join(''));
    return this.do('sh /root/recipe.sh 2>&1');
  }

  inspect(format: string): Promise<string> {
    return this.#box.do(`docker inspect -f '${format}' recipe_control-plane_1`);
  }

  /** Starts its container, and waits until its health check passes. */
  async start(settings = ''): Promise<void> {
    await this.do('docker compose up -d control-plane', settings);
    await until(
      'its health check passes',
      async () => (await this.inspect('{{.State.Health.Status}}')) === 'healthy',
      90_000,
    );
  }

  /** Asks the API, with a key or without. */
  async ask(query: string, variables: object, key?: string): Promise<unknown> {
    const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return dataOf(await post(`${this.origin}/graphql`, authorization, query, variables));
  }

  [Symbol.dispose](): void {
    this.#way[Symbol.dispose]();
  }
}
