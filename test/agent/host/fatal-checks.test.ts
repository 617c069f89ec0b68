import { expect, test } from 'vitest';
import { traitsOf, whyUnfit } from '../../../src/agent/docker/engine/engine-info.ts';
import { ContainerRemoved, containerWatch, engineCheck, UnfitEngine } from '../../../src/agent/host/engine-check.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

test('ends when the engine removes the agent’s container, and so does the watch', async () => {
  const answers = [false, false, true];
  const watch = containerWatch(() => answers.shift() ?? false, hastyClock(1000));
  await expect(watch.run(new AbortController().signal)).rejects.toThrow(ContainerRemoved);
  expect(answers).toEqual([]);
  const ending = new AbortController();
  const watching = containerWatch(() => false, hastyClock(1)).run(ending.signal);
  ending.abort();
  await watching;
});

const docker = {
  ...{ NCPU: 1, MemTotal: 1, ServerVersion: '20.10.24', OSType: 'linux', Driver: 'overlay2' },
  DockerRootDir: '/var/lib/docker',
};
const cgroup1 = { CgroupVersion: '1', CgroupDriver: 'cgroupfs' };
const cgroup2 = { CgroupVersion: '2', CgroupDriver: 'systemd' };
const rootless = { SecurityOptions: ['name=seccomp,profile=default', 'name=rootless'] };
const driverless = { ...rootless, CgroupVersion: '2', CgroupDriver: 'none' };

test.each<[string, object, boolean, RegExp | null]>([
  ['Docker of root', cgroup2, false, null],
  ['Docker of root on cgroup 1', cgroup1, false, null],
  ['an engine that says nothing of its cgroups', {}, false, null],
  [
    'a kernel without limits',
    { ...cgroup1, MemoryLimit: false, CpuCfsQuota: false },
    false,
    /memory and CPU.*cgroup_enable=memory/,
  ],
  ['a kernel without limits, allowed', { ...cgroup1, MemoryLimit: false }, true, null],
  ['rootless Docker on cgroup 2', { ...cgroup2, ...rootless }, false, null],
  ['rootless Podman on cgroup 1', { Rootless: true, ...cgroup1 }, false, /rootless, cgroup 1.*allow_unlimited/],
  ['rootless Docker without a driver', driverless, false, /driver none/],
  ['the same where limits are done without', driverless, true, null],
  ['an engine of Windows', { OSType: 'windows' }, true, /need Linux containers/],
])('%s is fit for nodes, or says why not', (_what, info, allowUnlimited, expected) => {
  const why = whyUnfit(traitsOf({ ...docker, ...info }), { allowUnlimited });
  expect(why).toEqual(expected === null ? null : expect.stringMatching(expected));
});

const away = () => Promise.reject(new RuntimeError('unreachable', 'Docker could not describe itself'));

test('waits for its engine, and exits with the reason if that is unfit', async () => {
  for (const last of ['no limits', null]) {
    const ending = new AbortController();
    const clock = new VirtualClock(0);
    const answers = [away, async () => last];
    const asked: number[] = [];
    const whyUnfit = () => {
      asked.push(clock.elapsed());
      return answers.shift()?.() ?? Promise.resolve(null);
    };
    const running = engineCheck({ whyUnfit }, clock).run(ending.signal);
    const ended = last === null ? running : expect(running).rejects.toThrow(new UnfitEngine(last));
    await clock.passUntil(100_000);
    ending.abort();
    await ended;
    expect(asked).toEqual([0, 10_000]);
  }
});
