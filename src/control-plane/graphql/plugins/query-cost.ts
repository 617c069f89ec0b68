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

/** What answering a selection takes. */
interface Measure {
  /** Levels of fields. */
  depth: number;
  /** Fields, as often as they are written, fragments at each place where they are spread. */
  fields: number;
  /** Values in the answer, as far as the query tells: lists within lists multiply. */
  cost: number;
}

/** Lists that hold as many as were ever made, and what they are taken to hold; `take` says it better. */
const grownLists: readonly string[] = ['Node', 'Executor', 'Event'];
const usualGrown = 100;
const mostGrown = 500;
const usualOther = 10;

const isIntrospection = (name: string): boolean => name.startsWith('__');

/** Introspection is deep by nature; where it is not wanted, it is off. */
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

/** The largest that a document holds, of operations and of fragments also where nothing spreads them: all are validated. What it names and the schema does not have counts as one value: validation will tell of it. */
export function measureDocument(schema: GraphQLSchema, document: DocumentNode): Measure {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  // Each fragment is measured once: spread in one another, they would double with every one.
  const measured = new Map<string, Measure>();
  const ofFragment = (name: string): Measure => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    // One that leads back to itself counts as nothing: validation refuses it.
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing;
    const type = fragment.typeCondition.name.value;
    const measure = ofSelections(fragment.selectionSet, schema.getType(type));
    const judged = isIntrospection(type) ? ofIntrospection(measure) : measure;
    measured.set(name, judged);
    return judged;
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

function lengthOf(field: FieldNode, of: string): number {
  if (!grownLists.includes(of)) return usualOther;
  const take = field.arguments?.find(({ name }) => name.value === 'take')?.value;
  if (take === undefined) return usualGrown;
  return take.kind === Kind.INT ? Math.max(1, Number(take.value)) : mostGrown;
}
