import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Copies the compose file to a machine with both images. The containers of its services are called `recipe_…_1`. */
export async function copyComposeFile(box: Box) {
  const plugin = '/root/.docker/cli-plugins/docker-compose';
  await box.do(`mkdir -p $(dirname ${plugin}) ${folder} && cat >${plugin} && chmod +x ${plugin}`, composePlugin);
  await box.copyIn(template, `${folder}/compose.yaml`);
  const host = await box.do("ip -4 -o addr show eth0 | sed -E 's#.* inet ([0-9.]+)/.*#\\1#'");
  const way = await forward('127.0.0.1', { host, port });
  /** The control plane's URL on this host. */
  const origin = `http://127.0.0.1:${way.port}`;

  /** Replaces the overrides of the compose file. */
  const extend = (services: string) => box.do(`cat >${folder}/here.yaml`, `services:\n${services}`);
  const ports = `ports: ['${port}:4100']`;
  await extend(`  control-plane: { ${ports} }\n`);

  /** Runs commands in the folder of the file. */
  const run = (commands: string, input?: string): Promise<string> =>
    box.do(
      `cd ${folder} && export COMPOSE_FILE=compose.yaml:here.yaml SATRAP_PUBLIC_URL=${origin} && ${commands}`,
      input,
    );

  /** Runs the recipe in the first lines of the file, unchanged. Returns its output. */
  async function runRecipe(): Promise<string> {
    const [, after = ''] = readFileSync(template, 'utf8').split(/# in the folder of this file\..*\n/);
    const lines = after.split('\n');
    const recipe = lines.slice(
      0,
      lines.findIndex((line) => !line.startsWith('#   ')),
    );
    // Line by line, as they are pasted: a shell that reads them from its standard input would give it to the commands.
    await box.do('cat >/root/recipe.sh', recipe.map((line) => `${line.slice(4)}\n`).join(''));
    return run('sh /root/recipe.sh 2>&1');
  }

  return { origin, ports, extend, do: run, runRecipe, [Symbol.dispose]: () => way[Symbol.dispose]() };
}
