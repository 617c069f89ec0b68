import { describe, expect, test } from 'vitest';
import { effectiveConfig } from '../../src/bitcoin/effective-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { rpcAuth } from '../../src/bitcoin/rpc-auth.ts';
import { configWith, credentials, override, template } from './config.ts';

const render = (...given: Parameters<typeof configWith>) => renderConfig(configWith(...given), template, credentials);

describe('the rendered configuration', () => {
  test('has the credentials on top, and everything else in the network’s section, booleans as 0 and 1', () => {
    const text = render([override('blockfilterindex', 'true'), override('addnode', '192.0.2.1')]);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toEqual([
      `rpcauth=${credentials.platformRpcAuths[0]}`,
      `rpcauth=${credentials.agentRpcAuth}`,
      'rpcwhitelist=satrap-agent:getblockchaininfo,uptime',
      'rpcwhitelistdefault=0',
      '[regtest]',
      'dbcache=256',
      'maxmempool=256',
      'par=1',
      'rpcthreads=5',
      'txindex=1',
      'blockfilterindex=1',
      'addnode=192.0.2.1',
    ]);
  });

  test('of a pruned node prunes and has no transaction index', () => {
    const text = render([], { nodeType: 'pruned' });
    expect(text).toContain('\nprune=550\n');
    expect(text).toContain('\ntxindex=0');
  });

  test('gives the daemon one RPC thread more than the user asked for, for the agent’s wait', () => {
    expect(render([override('rpcthreads', '8')])).toContain('\nrpcthreads=9');
  });

  test('is never made of a configuration that has faults', () => {
    expect(() => render([override('datadir', '/')])).toThrow('managed by the platform');
  });

  test('keeps dollar signs and braces of a value as they are', () => {
    const value = "$& {{credentials}} $'";
    expect(render([override('uacomment', value)])).toContain(`\nuacomment=${value}\n`);
  });
});

test('the effective configuration holds no secret', () => {
  const shown = JSON.stringify(effectiveConfig(configWith([])));
  expect(shown).not.toContain('rpcauth=');
  expect(effectiveConfig(configWith([])).find(({ key }) => key === 'rpcauth')?.value).toBeNull();
});

test('rpcauth is made as bitcoind’s own script makes it', () => {
  // What share/rpcauth/rpcauth.py computes for this salt and password: hmac.new(salt, password, 'SHA256').
  expect(rpcAuth('u', 'secret', 'f7efda5c189b999524f151318c0c86')).toBe(
    'u:f7efda5c189b999524f151318c0c86$9e494a814006f94569de3e99ac746fd05374750f7b1ee2307d2528dd64a810a5',
  );
});
