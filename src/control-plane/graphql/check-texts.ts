import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { invalidInput } from '../input/errors.ts';
import { unstorableTexts } from '../input/storable-text.ts';

/** Makes every operation refuse texts that no database can hold, wherever they are in its arguments. */
export function checkTexts(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (field.extensions['checksOwnTexts'] === true) continue;
      if (field.resolve) field.resolve = checked(field.resolve);
      if (field.subscribe) field.subscribe = checked(field.subscribe);
    }
  }
  return schema;
}

const checked =
  <S, C>(resolve: GraphQLFieldResolver<S, C>): GraphQLFieldResolver<S, C> =>
  (source, args, context, info) => {
    const issues = unstorableTexts(args);
    if (issues.length > 0) throw invalidInput(issues);
    return resolve(source, args, context, info);
  };
