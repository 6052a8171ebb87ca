// Compiled operations send values of these types as resolvers give them. Here they refuse what they would convert, so
// that a resolver whose types lie about a row is found.
import {
  type GraphQLScalarType,
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
} from "graphql";

const strict: readonly [GraphQLScalarType, (value: unknown) => boolean][] = [
  [GraphQLID, (value) => typeof value === "string"],
  [GraphQLString, (value) => typeof value === "string"],
  [GraphQLBoolean, (value) => typeof value === "boolean"],
  [GraphQLInt, (value) => Number.isInteger(value)],
  [GraphQLFloat, (value) => Number.isFinite(value)],
];

export function refuseConversions(): void {
  for (const [type, isAsItShouldBe] of strict) {
    type.serialize = (value: unknown) => {
      if (isAsItShouldBe(value)) return value;
      throw new Error(
        `A resolver answers ${typeof value} ${JSON.stringify(value)} where the schema says ${type.name}.`,
      );
    };
  }
}
