import { expect, test } from 'vitest';
import { settingList, settingOptions } from '../../../src/agent/settings/options.ts';
import type { HostFacts } from '../../../src/agent/settings/setting-option.ts';

const host: HostFacts = {
  hostname: 'host',
  uid: 0,
  logsToJournal: false,
  env: {},
  settings: { bindAddress: '127.0.0.1' },
};

test.each(settingList.map(({ name, flag, environment, key }) => [name, flag, environment, key]))(
  'the setting %s can be given as %s, %s and %s',
  (_name, flag, environment, key) => {
    expect(flag).toMatch(/^--[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(environment).toMatch(/^SATRAP_AGENT_[A-Z0-9_]+$/);
    expect(flag.slice(2).replaceAll('-', '_')).toBe(key);
    expect(environment.slice('SATRAP_AGENT_'.length).toLowerCase()).toBe(key);
  },
);

/** Those whose default is the same on every host, and is written as it would be in a flag. */
const literal = settingList.filter(({ defaultText }) => defaultText !== null && /^[\w./:,-]+$/.test(defaultText));

test.each(literal.map(({ name, defaultText }) => [name, defaultText]))(
  'the default of %s is what its text %s says',
  (name, text) => {
    const { shape, default: byDefault } = settingOptions[name];
    expect(shape().parse(text)).toEqual(byDefault?.valueOn(host));
  },
);

test('nearly all defaults are checked against their text', () => {
  expect(literal.length).toBeGreaterThanOrEqual(14);
});
