import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readOrder } from '../../../src/upgrade/order.ts';
import { until } from '../../harness/until.ts';
import { plans } from './tiny-release.ts';
import { request, upgradingHost } from './upgrading-host.ts';

const { agent, files, kinds, serve, server } = upgradingHost();

describe('a request', () => {
  test('that is taken back, or withdrawn, while it is fetched leaves nothing', async () => {
    const artifact = await serve(plans());
    for (let count = 0; count < 100; count++) server().answer(503);
    const { state, heartbeat, says } = agent(request('a', artifact));
    await until('it is tried again', () => server().ranges.length > 1);
    state.wanted = null;
    heartbeat();
    await says(null);
    await until('it is told', () => kinds().includes('dropped'));
    expect(existsSync(files().fetched)).toBe(false);
    expect(kinds()).toEqual(['fetching', 'dropped']);
  });

  test('that another one follows is dropped for it', async () => {
    for (let count = 0; count < 3; count++) server().answer(503);
    const { state, heartbeat, says } = agent(request('a', await serve(plans())));
    await until('it is tried', () => server().ranges.length > 0);
    state.wanted = request('b', await serve(plans().replace('1.1.0', '1.2.0'), { version: '1.2.0' }), '1.2.0');
    heartbeat();
    expect((await says('switching')).report?.requestId).toBe('b');
    expect(readOrder(files())).toMatchObject({ requestId: 'b', toVersion: '1.2.0' });
    expect(readdirSync(files().fetched)).toEqual(['1.2.0.tar.gz']);
    expect(kinds().slice(0, 3)).toEqual(['fetching', 'dropped', 'fetching']);
  });

  test('is not ordered without the word of the control plane after the rehearsal: one that is away is waited for', async () => {
    const { state, heartbeat, says, upgrader } = agent(request('a', await serve(`sleep 0.2; ${plans()}`)));
    await says('rehearsing');
    state.isAway = true;
    await until('it waits', () => upgrader.report()?.reason?.includes('control plane’s confirmation'));
    expect(existsSync(files().order)).toBe(false);
    state.isAway = false;
    heartbeat();
    await says('switching');
  });

  test('that nobody makes any more is not ordered for ever, where the watcher does not begin', async () => {
    const { state, heartbeat, says } = agent(request('a', await serve(plans())));
    await says('switching');
    state.wanted = null;
    heartbeat();
    await until('the order is gone', () => !existsSync(files().order));
    await says(null);
  });

  test('of a release that is nonsense fails, and the agent lives', async () => {
    const { says, state, heartbeat } = agent(request('a', null));
    expect((await says('failed')).report?.reason).toContain('has no archive');
    state.wanted = {
      ...request('b', await serve(plans())),
      targetVersion: '../..',
    };
    heartbeat();
    await until('that one fails too', () => kinds().filter((kind) => kind === 'failed').length === 2);
  });
});
