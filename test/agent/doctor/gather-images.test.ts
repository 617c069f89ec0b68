import { expect, test } from 'vitest';
import { gatherImages } from '../../../src/agent/doctor/gather.ts';

const images = { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1', '27.0': 'bitcoin/bitcoin:27.0' } };

test('gatherImages › asks no registry about an image that the agent has asked about', async () => {
  const asked: string[] = [];
  const host = {
    hasImage: async () => false,
    foreignPlatform: async () => null,
    askRegistry: async (image: string) => void asked.push(image),
  };
  const found = await gatherImages(host, images, [{ image: 'bitcoin/bitcoin:28.1', fault: 'toomanyrequests' }]);
  expect(found.map(({ fault }) => fault).toSorted()).toEqual([null, 'toomanyrequests'].toSorted());
  expect(asked).toEqual(['bitcoin/bitcoin:27.0']);
});

test('gatherImages › names an image on this host that is for another platform', async () => {
  const fault = 'the image on this host is for arm64, and the host is amd64';
  const host = {
    hasImage: async () => true,
    foreignPlatform: async (image: string) => (image.endsWith('27.0') ? fault : null),
    askRegistry: () => Promise.reject(new Error('must not be asked')),
  };
  expect((await gatherImages(host, images, [])).map((found) => found.fault).toSorted()).toEqual([null, fault]);
});
