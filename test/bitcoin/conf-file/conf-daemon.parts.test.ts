import { expect, test } from 'vitest';
import { readConf } from '../../../src/bitcoin/conf-file/read-conf.ts';
import { sharedFolder } from '../../harness/scratch-folder.ts';
import { isSoak } from '../../harness/soak.ts';
import { daemons, startDaemon } from '../start-daemon.ts';
import { wildFiles } from './wild-files.ts';

const folder = sharedFolder('conf');

/** Files with many lines that become something; in the long run, all of them. */
const names = ['a RaspiBlitz', 'a mining pool', 'a laptop', 'quotes', 'Start9 with defaults'];
const files = wildFiles.filter(({ title }) => isSoak() || names.includes(title));

test.each(daemons.flatMap((daemon) => files.map((file) => [daemon.clientVersion, file.title, daemon, file] as const)))(
  'a daemon of %s starts with the result of the file “%s”',
  async (_version, _title, daemon, { text }) => {
    // A chain of its own, so that it dials nobody.
    const request = { client: 'bitcoind', clientVersion: daemon.clientVersion, network: 'regtest' } as const;
    const { nodeType, overrides } = readConf(text.replaceAll('main.', 'regtest.'), request);
    expect(overrides.length).toBeGreaterThan(isSoak() ? -1 : 0);
    const { hasLoaded, lastWords } = await startDaemon(daemon, folder, { overrides, nodeType });
    expect(hasLoaded, lastWords).toBe(true);
  },
  60_000,
);
