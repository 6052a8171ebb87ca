// A call of any operation of the schema, with values of the caller's choice in its arguments: for tests that walk the
// whole API.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";

export interface Operation {
  readonly kind: "query" | "mutation" | "subscription";
  readonly name: string;
  readonly query: string;
  readonly arguments: readonly GraphQLArgument[];
}

export function operationsOf(schema: GraphQLSchema): Operation[] {
  const roots = [
    ["query", schema.getQueryType()],
    ["mutation", schema.getMutationType()],
    ["subscription", schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      kind,
      name: field.name,
      query: documentOf(kind, field),
      arguments: field.args,
    })),
  );
}

function documentOf(kind: string, field: GraphQLField<unknown, unknown>): string {
  const variables = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
  const values = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const selection = isCompositeType(getNamedType(field.type)) ? " { __typename }" : "";
  return variables === ""
    ? `${kind} Any { ${field.name}${selection} }`
    : `${kind} Any(${variables}) { ${field.name}(${values})${selection} }`;
}

/** A value of the type; `choose` decides about scalars, by their name and the name of their place. */
export function valueOf(
  type: GraphQLInputType,
  choose: (scalar: string, name: string) => unknown,
  name = "",
  depth = 0,
): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, choose, name, depth);
  if (isListType(type)) return depth > 3 ? [] : [valueOf(type.ofType, choose, name, depth + 1)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return choose(type.name, name);
  const fields = Object.values(type.getFields()).filter((field) => depth < 3 || isNonNullType(field.type));
  return Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field.type, choose, field.name, depth + 1)]),
  );
}

export function variablesOf(
  operation: Operation,
  choose: (scalar: string, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    operation.arguments.map((argument) => [argument.name, valueOf(argument.type, choose, argument.name)]),
  );
}
