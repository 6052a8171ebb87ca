// Puts the functions behind the fields of a schema.
import {
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isObjectType,
  type GraphQLFieldConfig,
  type GraphQLNamedType,
} from "graphql";

export type ResolverMap = Readonly<Record<string, object>>;

type Resolve = GraphQLFieldConfig<unknown, unknown>["resolve"];

/** Changes the schema it is given. */
export function addResolvers(schema: GraphQLSchema, resolvers: ResolverMap): void {
  for (const [name, given] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    if (!type) throw new Error(`There are resolvers for ${name}, which the schema does not have.`);
    addTo(type, given);
  }
}

function addTo(type: GraphQLNamedType, given: object): void {
  if (isAbstractType(type) || isLeafType(type)) {
    Object.assign(type, given);
    return;
  }
  if (!isObjectType(type)) throw new Error(`${type.name} takes no resolvers.`);
  const fields = type.getFields();
  for (const [name, resolver] of Object.entries(given)) {
    const field = fields[name];
    if (name === "isTypeOf") Object.assign(type, { isTypeOf: resolver });
    else if (!field)
      throw new Error(`There is a resolver for ${type.name}.${name}, which the schema does not have.`);
    // A subscription brings two: one that begins, and perhaps one that answers.
    else Object.assign(field, typeof resolver === "function" ? { resolve: resolver as Resolve } : resolver);
  }
}
