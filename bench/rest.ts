import { setTimeout as delay } from 'node:timers/promises';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { type Figure, summarise } from './figures.ts';
import { familyMiB } from './process.ts';

const settleMs = 30_000;
const readEveryMs = 2000;
const readings = 10;

/** (rest) Memory of an idle control plane with its embedded database. */
export async function benchRest(): Promise<Figure> {
  const controlPlane = await TestControlPlane.start({
    logLevel: 'info',
    throughScript: true,
    embedded: true,
    heartbeatSeconds: 15,
  });
  try {
    await delay(settleMs);
    const values: number[] = [];
    for (let reading = 0; reading < readings; reading++) {
      values.push(familyMiB(controlPlane.pid));
      await delay(readEveryMs);
    }
    const ours = summarise(values);
    return {
      what: '(rest) control plane and embedded database at rest',
      unit: 'MiB',
      ours,
      peer: null,
      goal: '≤ 180',
      met: ours.median <= 180,
    };
  } finally {
    await controlPlane.destroy();
  }
}
