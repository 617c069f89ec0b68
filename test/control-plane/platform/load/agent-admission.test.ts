import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AdmissionController } from '../../../../src/control-plane/platform/load/admission-controller.ts';
import { AgentAdmission, type Entered } from '../../../../src/control-plane/platform/load/agent-admission.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const limit = 100;

/** Keys that begin with `known` are known, those that begin with `new` are found to be valid, all others are not. */
function admissionOf() {
  const waits: number[] = [];
  let lookUps = 0;
  const admission = new AgentAdmission((seconds) => waits.push(seconds), new AdmissionController(() => 0));
  const enter = (key: string, { isStream = false } = {}) =>
    admission.enter({
      key,
      isStream,
      isKnown: () => key.startsWith('known'),
      check: async () => {
        lookUps++;
        return key.startsWith('new');
      },
    });
  const entered = async (key: string, more = {}): Promise<Entered> => {
    const result = await enter(key, more);
    if (typeof result === 'number') throw new Error(`refused for ${result} s`);
    return result;
  };
  const fill = async () => {
    for (let index = 0; index < limit; index++) expect((await entered(`known ${index}`)).admit()).toBeUndefined();
  };
  return { enter, entered, fill, waits, lookUps: () => lookUps };
}

describe('AgentAdmission', () => {
  test('invariant 16: counts no request whose body has not arrived', async () => {
    const { entered } = admissionOf();
    for (let index = 0; index < 10 * limit; index++) await entered(`known ${index}`);
    expect((await entered('known host')).admit()).toBeUndefined();
  });

  test('invariant 16: counts no request of a stranger', async () => {
    const { entered, fill } = admissionOf();
    for (let index = 0; index < 10 * limit; index++)
      expect((await entered(`strange ${index}`)).admit()).toBeUndefined();
    await fill();
  });

  test('looks up a key that it does not know', async () => {
    const { entered } = admissionOf();
    expect((await entered('new')).isKnown).toBe(true);
    expect((await entered('strange')).isKnown).toBe(false);
  });

  test('refuses a request whose body arrives when the limit is reached', async () => {
    const { entered, fill, waits } = admissionOf();
    const late = await entered('known host');
    await fill();
    expect(late.admit()).toBe(1);
    expect(waits).toEqual([1]);
  });

  test('refuses before it looks up a key', async () => {
    const { enter, fill } = admissionOf();
    await fill();
    expect(await enter('new', { isStream: true })).toBe(1);
  });

  test.each([
    ['a known host', 'known host', 1],
    ['a host that is not known yet', 'new', 1],
    ['a stranger', 'strange', 0],
  ])('invariant 14: the refused heartbeat of %s is reported %s times', async (_what, key, times) => {
    const { enter, fill, waits } = admissionOf();
    await fill();
    expect(await enter(key)).toBe(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(waits).toHaveLength(times);
  });

  test('looks up few of the strangers that it refuses', async () => {
    const { enter, fill, lookUps } = admissionOf();
    await fill();
    await Promise.all(Array.from({ length: 1000 }, (_, index) => enter(`strange ${index}`)));
    expect(lookUps()).toBe(4);
  });

  test('invariant 16: bounds a key’s requests, also those without a body yet', async () => {
    const { enter, entered } = admissionOf();
    const all = [];
    for (let index = 0; index < 8; index++) all.push(await entered('known host'));
    expect(await enter('known host')).toBe(1);
    all[0]?.end(true);
    expect(typeof (await enter('known host'))).toBe('object');
  });

  test('frees the place of a request that ends', async () => {
    const { entered, fill } = admissionOf();
    const first = await entered('known first');
    expect(first.admit()).toBeUndefined();
    first.end(true);
    await fill();
  });
});
