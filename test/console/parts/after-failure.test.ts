import { expect, test } from 'vitest';
import { afterFailure } from '../../../src/console/parts/until-fetched.ts';

test.each([
  ['waits for a control plane that does not answer', { served: null, failures: 0 }, 'try again'],
  ['tries again what failed for a moment', { served: 'a', failures: 1 }, 'try again'],
  ['ends where the control plane answers and the part is not to be had', { served: 'a', failures: 3 }, 'give up'],
  ['takes the page of another build', { served: 'b', failures: 1 }, 'reload'],
])('%s', (_does, { served, failures }, next) => {
  expect(afterFailure({ own: 'a', served, failures })).toBe(next);
});
