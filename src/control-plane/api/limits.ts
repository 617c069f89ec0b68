import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

const deepest = 12;
const mostFields = 500;

/** A validation rule: a query may be neither so deep nor so wide that answering it would hold up everybody else. */
export function limitQueries(context: ValidationContext): ASTVisitor {
  let depth = 0;
  let fields = 0;
  const refuse = (what: string) =>
    context.reportError(new GraphQLError(`the query ${what}`, { extensions: { code: 'invalid_input' } }));
  return {
    Field: {
      enter: () => {
        depth++;
        fields++;
        if (depth === deepest + 1) refuse(`is deeper than ${deepest} levels`);
        if (fields === mostFields + 1) refuse(`asks for more than ${mostFields} fields`);
      },
      leave: () => {
        depth--;
      },
    },
  };
}
