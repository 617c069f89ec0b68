import { TestControlPlane } from '../../test/harness/control-plane.ts';
import type { Figure } from '../figures.ts';
import { benchBlockToPage } from './block-to-page.ts';
import { BenchBrowser } from './browser.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchLog, benchNodeList } from './long-lists.ts';
import { benchMonitoring } from './monitoring.ts';
import { benchOpenPages } from './open-page-memory.ts';
import { makeConsoleWorld } from './world.ts';

/** The console benches by name. The list of nodes comes last: it fills the control plane. */
const benches = {
  'console-load': benchFirstLoad,
  'console-blocks': benchBlockToPage,
  'console-monitoring': benchMonitoring,
  'console-log': benchLog,
  'console-memory': benchOpenPages,
  'console-nodes': benchNodeList,
} as const;

export const consoleBenches = Object.keys(benches);

/** (console) What a person feels of the console: real Chromium, and a control plane in another process. */
export async function* benchConsole(postgres: string, isSelected: (name: string) => boolean): AsyncGenerator<Figure[]> {
  const controlPlane = await TestControlPlane.start({
    logLevel: 'info',
    throughScript: true,
    postgres,
    heartbeatSeconds: 300,
  });
  try {
    const world = await makeConsoleWorld(controlPlane);
    const browser = await BenchBrowser.start(controlPlane);
    try {
      for (const [name, bench] of Object.entries(benches)) if (isSelected(name)) yield await bench(browser, world);
    } finally {
      await browser.close();
    }
  } finally {
    await controlPlane.destroy();
  }
}
