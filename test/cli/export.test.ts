import { expect, onTestFinished, test, vi } from 'vitest';
import { printExport } from '../../src/cli/export.ts';

test('printExport › waits for a slow reader, and leaves no listener behind', async () => {
  const { stdout } = process;
  let written = '';
  const write = vi.spyOn(stdout, 'write').mockImplementation((part) => {
    written += String(part);
    setImmediate(() => stdout.emit('drain'));
    return false;
  });
  onTestFinished(() => write.mockRestore());
  const listeners = () => stdout.eventNames().map((event) => [event, stdout.listenerCount(event)]);
  const before = listeners();
  const nodes = Array.from({ length: 20 }, (_, id) => ({ id }));
  const page = async () => ({ nodes, pageInfo: { endCursor: null, hasNextPage: false } });
  await printExport({}, [{ title: 'id', value: ({ id }) => id }], page);
  expect(written.split('\r\n')).toHaveLength(22);
  expect(listeners()).toEqual(before);
});
