import { expect, test } from 'vitest';
import { LiveStream } from '../../../../src/control-plane/request/streams/live-stream.ts';

/** A stream of what lies in `values`. */
function streamOf(values: string[], onEnd = () => {}) {
  return new LiveStream(() => values.shift(), onEnd);
}

test('a reader gets what there is, and waits for what is still to come', async () => {
  const values = ['one'];
  const stream = streamOf(values);
  expect(await stream.next()).toEqual({ done: false, value: 'one' });
  const waiting = stream.next();
  stream.wake();
  values.push('two');
  stream.wake();
  expect(await waiting).toEqual({ done: false, value: 'two' });
});

test('a wake while the stream is taking is not lost', async () => {
  const values: string[] = [];
  const taking = Promise.withResolvers<void>();
  const stream = new LiveStream(
    async () => {
      const value = values.shift();
      if (value === undefined) await taking.promise;
      return value;
    },
    () => {},
  );
  const waiting = stream.next();
  values.push('one');
  stream.wake();
  taking.resolve();
  expect(await waiting).toEqual({ done: false, value: 'one' });
});

test.each<[string, (stream: LiveStream<string>) => unknown]>([
  ['it is ended', (stream) => stream.end()],
  ['its client leaves', (stream) => stream.return()],
])('a waiting reader is done when %s, and the end is reported once', async (_when, end) => {
  let ends = 0;
  const stream = streamOf([], () => {
    ends++;
  });
  const waiting = stream.next();
  end(stream);
  end(stream);
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(ends).toBe(1);
});
