import type { Plugin } from 'graphql-yoga';
import { invalidQuery } from '../../../platform/input/errors.ts';

const maxNesting = 50;

/** Refuses variables that are nested so deeply that code which walks them would run out of stack. */
export const variableNesting = (): Plugin => ({
  onParams: ({ params }) => checkNesting(params.variables),
});

/** Throws `invalid_input`. */
export function checkNesting(variables: unknown): void {
  let level: object[] = [{ variables }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxNesting + 1) throw invalidQuery(`the variables are nested deeper than ${maxNesting} levels`);
    level = level.flatMap((value) =>
      Object.values(value).filter((inner) => typeof inner === 'object' && inner !== null),
    );
  }
}
