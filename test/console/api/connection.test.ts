import { expect, test } from 'vitest';
import { Connection } from '../../../src/console/api/connection.ts';

test('the first answer after one that did not come ends the wait for the stream, and no later answer does', () => {
  const connection = new Connection();
  connection.streamHeard();
  connection.streamLost();
  const { returned } = connection;
  connection.answered();
  expect(returned.aborted).toBe(false);
  connection.unanswered();
  connection.answered();
  expect(returned.aborted).toBe(true);
  const next = connection.returned;
  connection.answered();
  expect(next.aborted).toBe(false);
  // What is on the page is still out of date.
  expect(connection.state.isLive).toBe(false);
});
