import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";
import { GraphQLUpload } from "graphql-upload-minimal";
import { timeOf } from "./read-time.ts";

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function parseTime(value: unknown): Date {
  if (typeof value === "string" && isoTime.test(value)) {
    const time = new Date(value);
    if (!Number.isNaN(time.getTime())) return time;
  }
  throw new GraphQLError("A DateTime is an ISO 8601 string with a time zone, such as 2026-11-15T09:30:00Z.");
}

function literal(node: ValueNode, variables: Record<string, unknown> | null | undefined): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map((value) => literal(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, literal(field.value, variables)]),
      );
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.NULL:
      return null;
  }
}

export const scalars = {
  DateTime: new GraphQLScalarType<Date, string>({
    name: "DateTime",
    serialize: (value) => timeOf(value).toISOString(),
    parseValue: parseTime,
    parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
  }),
  JSON: new GraphQLScalarType({
    name: "JSON",
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: literal,
  }),
  Upload: GraphQLUpload,
};
