import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { buildImage } from './images.ts';

const template = join(import.meta.dirname, '../../templates/compose.yaml');

/** Debian 12 has Compose 1.29 as a program of its own; later ones are a plugin of docker. */
const composePlugin = `#!/bin/sh
[ "$1" != docker-cli-plugin-metadata ] || exec echo '{"SchemaVersion":"0.1.0","Vendor":"Debian","Version":"1.29"}'
shift
exec docker-compose "$@"
`;

/**
 * Expects that the recipe in the first lines of the compose file brings a control plane and an agent that is online, on a machine with the image of
 * the control plane and the release in /root/release.
 */
export async function expectComposeRecipe(box: Box): Promise<void> {
  await box.do('cp /root/release/satrap-[0-9]*.tar.gz /root/context/release/');
  await buildImage(box, 'agent');
  const plugin = '/root/.docker/cli-plugins/docker-compose';
  await box.do(`mkdir -p $(dirname ${plugin}) /root/recipe && cat >${plugin} && chmod +x ${plugin}`, composePlugin);
  await box.copyIn(template, '/root/recipe/compose.yaml');
  const [, recipe = ''] = readFileSync(template, 'utf8').split(/# in the folder of this file\..*\n/);
  const lines = recipe.split('\n').slice(
    0,
    recipe.split('\n').findIndex((line) => !line.startsWith('#   ')),
  );
  await box.do('cat >/root/recipe.sh', lines.map((line) => `${line.slice(4)}\n`).join(''));
  // Line by line, as they are pasted: a shell that reads them from its standard input would give it to the commands.
  const text = await box.do('cd /root/recipe && sh /root/recipe.sh 2>&1');
  expect(text).toMatch(/ joined Example\. Its key is in /);
  const agent = 'docker compose exec -T agent satrap agent status --json';
  await until(
    'the agent is online',
    async () => {
      const { code, text: status } = await box.run(`cd /root/recipe && DOCKER_GID=0 ${agent}`);
      return code === 0 && JSON.parse(status).lastSync.succeededAt !== null;
    },
    60_000,
  );
  expect(await box.do("docker inspect -f '{{.RestartCount}}' recipe_agent_1 recipe_control-plane_1")).toBe('0\n0');
  expect(await box.do('stat -c %a /root/recipe/init.txt')).toBe('600');
  await box.do('cd /root/recipe && DOCKER_GID=0 docker compose down -v');
}
