import { expect, test } from 'vitest';
import { configHash, configLines } from '../../src/bitcoin/config-lines.ts';
import { daemonArguments } from '../../src/bitcoin/daemon-arguments.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { configWith, credentials, override, template } from './config.ts';

const config = configWith([
  override('addnode', '192.0.2.1'),
  override('addnode', '192.0.2.2'),
  override('dbcache', '99'),
]);
const texts = (lines: ReturnType<typeof configLines>) => lines.map(({ key, value }) => `${key}=${value}`);

test('the lines are what our own agent gives its daemon, the chain first, without what only the host knows', () => {
  const lines = texts(configLines(config));
  expect(lines[0]).toBe('chain=regtest');
  const given = [
    ...daemonArguments(config, { dataDir: '/d', configFile: '/c' }).map((argument) => argument.slice(1)),
    ...renderConfig(config, template, credentials).split('\n'),
  ];
  expect(lines.filter((line) => !given.includes(line))).toEqual([]);
  const added = given.filter((line) => /^\w/.test(line) && !lines.includes(line)).map((line) => line.split('=')[0]);
  expect(new Set(added)).toEqual(
    new Set([
      ...['datadir', 'conf', 'noincludeconf', 'nosettings', 'daemon', 'printtoconsole', 'nodebuglogfile'],
      ...['norpcbind', 'rpcbind', 'norpcallowip', 'rpcallowip', 'rpcport', 'nowhitebind', 'nobind', 'bind', 'port'],
      ...['rpcauth', 'rpcwhitelist', 'rpcwhitelistdefault'],
    ]),
  );
});

test('the disk, which is a plan, and the spelling of an override change no line', () => {
  const resources = { ...config.resources, diskGiB: 900 };
  expect(configLines({ ...config, resources })).toEqual(configLines(config));
  const lines = configLines(configWith([override('blockfilterindex', ' true ')]));
  expect(lines).toEqual(configLines(configWith([override('blockfilterindex', '1')])));
});

test('the hash is that of the lines in their order, in UTF-8', () => {
  // printf 'chain=main\nuacomment=é\n' | sha256sum
  const lines = [
    { key: 'chain', value: 'main' },
    { key: 'uacomment', value: 'é' },
  ];
  expect(configHash(lines)).toBe('8bc3a2b7b6b9b0d6a759696035803944927ce0cc192dd48530295b4d4620dc13');
  expect(configHash(lines.toReversed())).not.toBe(configHash(lines));
});
