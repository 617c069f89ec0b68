import type { GraphQLNamedType } from 'graphql';

/** A value of up to 16 KiB. */
const jsonCost = 20;
/** Settings are worked out for each answer. */
const settingCost = 5;

/** What a field of this type costs by itself. */
export const valueCost = (type: GraphQLNamedType | undefined): number => (type?.name === 'JSON' ? jsonCost : 1);

/** What an entry of a list of this type costs by itself. */
export const entryCost = (type: GraphQLNamedType): number => (type.name === 'ConfigSetting' ? settingCost : 1);
