import { expect, test } from 'vitest';
import { overridesOf as overridesOn } from '../../../../src/agent/docker/engine/image-defaults.ts';

const overridesOf = (image: string, declared: Parameters<typeof overridesOn>[1]) =>
  overridesOn(image, declared, { isPodman: false });

test('overridesOf › empties each variable except PATH', () => {
  const Env = ['PATH=/usr/local/bin', 'LD_PRELOAD=/evil.so', 'LD_PRELOAD=/other.so', 'EMPTY', '=nameless'];
  expect(overridesOf('i', { Env }).Env).toEqual(['LD_PRELOAD=', 'EMPTY=']);
});

test('overridesOf › empties each label', () => {
  const Labels = { 'io.satrap.node': 'other', 'traefik.enable': 'true' };
  expect(overridesOf('i', { Labels }).Labels).toEqual({ 'io.satrap.node': '', 'traefik.enable': '' });
});

test('overridesOf › covers each volume with an empty folder', () => {
  const Volumes = { '/data/': {}, '/home/bitcoin/.bitcoin': {}, '/satrap': {} };
  expect(Object.keys(overridesOf('i', { Volumes }).Tmpfs)).toEqual(['/data', '/home/bitcoin/.bitcoin', '/tmp']);
});

test('overridesOf › has no folder into which Podman copies files of the image', () => {
  const { Tmpfs } = overridesOn('i', { Volumes: { '/data': {} } }, { isPodman: true });
  expect(Object.values(Tmpfs).every((options) => options.endsWith(',notmpcopyup'))).toBe(true);
});

test.each(['/satrap/node/blocks', '/satrap/../satrap/node', '/'])('overridesOf › refuses the volume %s', (path) => {
  expect(() => overridesOf('i', { Volumes: { [path]: {} } })).toThrow('collides with /satrap/');
});

test.each([
  ['many variables', { Env: Array.from({ length: 201 }, (_, index) => `V${index}=1`) }],
  ['a giant label', { Labels: { label: 'x'.repeat(70_000) } }],
])('overridesOf › refuses an image with %s', (_what, declared) => {
  expect(() => overridesOf('example/image', declared)).toThrow(/^The image example\/image declares more than/);
});
