import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The size of a selection. */
export interface Measure {
  /** Levels of fields. */
  depth: number;
  /** Fields as often as they are written; those of a fragment count at each place where it is spread. */
  fields: number;
  /** Estimated number of values in the answer: lists within lists multiply. */
  cost: number;
}

/** Lists that grow without bound. `take` gives their length; without it, the default length is assumed. */
const unboundedLists: readonly string[] = ['Node', 'Executor', 'Event'];
const defaultUnboundedLength = 100;
const maxUnboundedLength = 500;
const defaultLength = 10;

const isIntrospection = (name: string): boolean => name.startsWith('__');

/** Introspection is deep by nature; where it is unwanted, it is switched off. */
const ofIntrospection = ({ fields }: Measure): Measure => ({ depth: 1, fields: fields + 1, cost: 1 });

const nothing: Measure = { depth: 0, fields: 0, cost: 0 };
const both = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  fields: a.fields + b.fields,
  cost: a.cost + b.cost,
});

const largest = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  fields: Math.max(a.fields, b.fields),
  cost: Math.max(a.cost, b.cost),
});

/**
 * Returns the largest measures among the operations and fragments of a document, including fragments that are never spread: all are
 * validated. A field that the schema does not have counts as one value; validation reports it.
 */
export function measureDocument(schema: GraphQLSchema, document: DocumentNode): Measure {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  // Measures each fragment once: fragments that spread each other twice would take exponential time.
  const measured = new Map<string, Measure>();
  const ofFragment = (name: string): Measure => {
    const earlier = measured.get(name);
    if (earlier !== undefined) return earlier;
    // A fragment that spreads itself counts as nothing; validation refuses it.
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing;
    const type = fragment.typeCondition.name.value;
    const measure = ofSelections(fragment.selectionSet, schema.getType(type));
    const result = isIntrospection(type) ? ofIntrospection(measure) : measure;
    measured.set(name, result);
    return result;
  };
  const ofSelections = (set: SelectionSetNode, type: GraphQLNamedType | undefined): Measure =>
    set.selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, type);
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
        const condition = selection.typeCondition?.name.value;
        return ofSelections(selection.selectionSet, condition === undefined ? type : schema.getType(condition));
      })
      .reduce(both, nothing);
  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined): Measure => {
    const type = isObjectType(parent) ? parent.getFields()[field.name.value]?.type : undefined;
    const inner = field.selectionSet ? ofSelections(field.selectionSet, type && getNamedType(type)) : nothing;
    if (isIntrospection(field.name.value)) return ofIntrospection(inner);
    const times = type && isListType(getNullableType(type)) ? lengthOf(field, getNamedType(type).name) : 1;
    return { depth: inner.depth + 1, fields: inner.fields + 1, cost: 1 + times * inner.cost };
  };
  return document.definitions
    .map((definition) => {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) return ofFragment(definition.name.value);
      if (definition.kind !== Kind.OPERATION_DEFINITION) return nothing;
      return ofSelections(definition.selectionSet, schema.getRootType(definition.operation) ?? undefined);
    })
    .reduce(largest, nothing);
}

function lengthOf(field: FieldNode, itemType: string): number {
  if (!unboundedLists.includes(itemType)) return defaultLength;
  const take = field.arguments?.find(({ name }) => name.value === 'take')?.value;
  if (take === undefined) return defaultUnboundedLength;
  return take.kind === Kind.INT ? Math.max(1, Number(take.value)) : maxUnboundedLength;
}
