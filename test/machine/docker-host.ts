import { inject } from 'vitest';

/** Has the command line of Docker, which makes the machine, use the engine of the tests until this is disposed. */
export function dockerHostOfTests(): Disposable {
  const former = process.env['DOCKER_HOST'];
  process.env['DOCKER_HOST'] = `unix://${inject('dockerSocket')}`;
  return {
    [Symbol.dispose]: () => {
      if (former === undefined) delete process.env['DOCKER_HOST'];
      else process.env['DOCKER_HOST'] = former;
    },
  };
}
