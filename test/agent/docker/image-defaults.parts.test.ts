import { beforeAll, expect, inject, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { labels } from '../../../src/agent/docker/engine/labels.ts';
import { declaringImage, runDeclaring, type SeenContainer } from '../../harness/declaring-image.ts';

// Finding L2: what an image declares does not reach the container of a node. test/machine/ has Podman.

let seen: SeenContainer;

beforeAll(async () => {
  const client = new EngineClient(inject('dockerSocket'));
  const image = await declaringImage();
  try {
    seen = await runDeclaring(client, image);
  } finally {
    await client.docker.getImage(image).remove();
  }
});

test('a container › loads no library that its image names', () => {
  expect(seen.output).toMatch(/^LD_PRELOAD=$/m);
});

test('a container › has no value of a variable of its image', () => {
  expect(seen.output).toMatch(/^SECRET_HOOK=$/m);
});

test('a container › cannot write to a volume of its image', () => {
  expect(seen.output).not.toContain('wrote to the volume');
});

test('a container › sees no file of a volume of its image', () => {
  expect(seen.output).not.toContain('sees the files of the volume');
});

test('a container › runs as the user of the host’s setting', () => {
  expect(seen.output).toContain('user 60833:60833');
});

test('a container › has no health check', () => {
  expect(seen.config.Healthcheck).toEqual({ Test: ['NONE'] });
});

test('a container › has no value of a label of its image', () => {
  expect(seen.config.Labels).toMatchObject({ [labels.purpose]: '', [labels.zmqPorts]: '', 'traefik.enable': '' });
});

test('a container › keeps its own labels against those of its image', () => {
  expect(seen.config.Labels[labels.node]).not.toBe('another');
});
