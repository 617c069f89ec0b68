import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { previousVersion } from '../harness/previous-release.ts';
import { until } from '../harness/until.ts';
import { DataDisk } from './data-disk.ts';
import { cancelled, failed, type RequestedUpgrades } from './requested-upgrades.ts';

/** Tests what a machine's agent does where a disk is full before the switch. Each begins and ends with the previous release, and no request. */
export function testFullDisks(requestsOfFile: () => RequestedUpgrades): void {
  test.each<[string, number, string[]]>([
    ['while the archive is fetched', 0.5, ['fetching', 'failed']],
    ['while the new version is unpacked', 1.2, ['fetching', 'fetched', 'rehearsing', 'failed']],
  ])('a disk that becomes full %s is told as that, and what was written is removed', async (_when, part, steps) => {
    const requests = requestsOfFile();
    const { machine, archive, present } = requests;
    const folder = '/var/lib/satrap/upgrade';
    const bytes = Math.floor(archive.length * part);
    machine.releases.body = archive;
    await machine.box.do(`mount -t tmpfs -o size=${bytes},mode=700,uid=$(id -u satrap) tmpfs ${folder}`);
    await machine.ask(present);
    expect(await machine.untilUpgraded()).toMatchObject(failed(/became full while .*free disk space/));
    await until('what was written is removed', async () => (await requests.leftovers()) === '');
    await machine.box.do(`umount ${folder}`);
    await requests.expectTold(...steps);
  });

  describe('on a disk of its own for the data directory', () => {
    let requests: RequestedUpgrades;
    let machine: RequestedUpgrades['machine'];
    let disk: DataDisk;
    let files: string;
    let run: string;
    const runOfAgent = () => machine.box.do('systemctl show -P InvocationID satrap-agent');
    const untilNothingIsLeft = () => until('nothing is left', async () => (await disk.files()) === files);

    beforeAll(async () => {
      requests = requestsOfFile();
      ({ machine } = requests);
      disk = await DataDisk.under(machine.box);
      await machine.expectOneAgent(previousVersion);
      [files, run] = [await disk.files(), await runOfAgent()];
      machine.releases.body = requests.archive;
    });
    afterEach(async () => expect(await runOfAgent()).toBe(run));
    afterAll(() => disk?.[Symbol.asyncDispose]());

    test('an upgrade that has no room is refused before anything is fetched, and is fetched when it is asked for again with room', async () => {
      const fetches = machine.releases.ranges.length;
      // For the archive, and not for what it holds.
      await disk.resize((await disk.used()) + requests.archive.length);
      await machine.ask(requests.present);
      const reason =
        /^the disk of \/var\/lib\/satrap has \d+ MiB free, but the upgrade needs \d+ MiB; free disk space, then request .* again$/;
      expect(await machine.untilUpgraded()).toMatchObject(failed(reason));
      await untilNothingIsLeft();
      expect(machine.releases.ranges).toHaveLength(fetches);
      await disk.enlarge();
      const stalled = requests.stall(1000);
      await machine.ask(requests.present);
      await stalled;
      await requests.cancel();
      expect(await machine.untilUpgraded()).toMatchObject(cancelled);
      await requests.expectTold('fetching', 'failed', 'fetching', 'dropped');
    });

    test('a disk that is full when the store is copied for the rehearsal is told as that, and the rehearsal begins when it is asked for again with room', async () => {
      const { length } = requests.archive;
      // For the archive and what it holds, but for half of the store at most, with what the agent gives up of its own where the disk is full.
      const room = 2 * length + (DataDisk.storeBytes - DataDisk.reserveBytes) / 2;
      const used = await disk.used();
      const stalled = requests.stall(Math.floor(length / 2));
      await machine.ask(requests.present);
      const cut = await stalled;
      await disk.resize(used + room);
      cut();
      const reason =
        /^the disk of \/var\/lib\/satrap became full while .* copying the store; free disk space, then request .* again$/;
      expect(await machine.untilUpgraded()).toMatchObject(failed(reason));
      await untilNothingIsLeft();
      await disk.enlarge();
      const rehearsing = await requests.rehearsal();
      // That it was the copy which had no room.
      const before = await disk.sizeOf('upgrade/fetch', `upgrade/stage/${requests.present}`);
      expect(before).toBeLessThan(room);
      expect(before + (await disk.sizeOf('upgrade/stage/store'))).toBeGreaterThan(room + DataDisk.reserveBytes);
      await requests.cancel();
      expect(await machine.untilUpgraded()).toMatchObject(cancelled);
      const begun = ['fetching', 'fetched', 'rehearsing'];
      await requests.expectTold(...begun, 'failed', ...begun, 'dropped');
      await rehearsing.end();
    });
  });
}
