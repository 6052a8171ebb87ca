// Arguments for a call, built from the schema: every id argument in turn names an object of some place.
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import { Readable } from "node:stream";
import { idArguments, sampleTexts } from "./arguments.ts";

/** One id argument of an operation, such as `projectRolesUpdate.projectId`. */
export interface IdPath {
  readonly path: string;
  readonly table: string;
}

type Field = GraphQLField<unknown, unknown>;

/** Every id argument that names something of an organisation, in input objects too. */
export function idPathsOf(field: Field): readonly IdPath[] {
  const known = pathsOfFields.get(field) ?? findIdPaths(field);
  pathsOfFields.set(field, known);
  return known;
}

const pathsOfFields = new WeakMap<Field, readonly IdPath[]>();

function findIdPaths(field: Field): IdPath[] {
  const found: IdPath[] = [];
  const visit = (name: string, type: GraphQLInputType, path: string, holder: string, depth: number) => {
    const named = getNamedType(type);
    if (named.name === "ID") {
      const table = idArguments[`${holder}.${name}`] ?? idArguments[name];
      if (!table)
        throw new Error(`${field.name}: what does the argument ${path} name? Add it to idArguments.`);
      if (table !== "global") found.push({ path, table });
    } else if (isInputObjectType(named) && depth < 3) {
      for (const inner of Object.values(named.getFields())) {
        visit(inner.name, inner.type, `${path}.${inner.name}`, named.name, depth + 1);
      }
    }
  };
  for (const argument of field.args) visit(argument.name, argument.type, argument.name, field.name, 0);
  return found;
}

/** `idFor` answers the id an argument gets; undefined leaves an optional one out. */
export async function argumentsFor(
  field: Field,
  idFor: (path: string, isRequired: boolean) => Promise<string | undefined>,
): Promise<Record<string, unknown>> {
  const build = async (name: string, type: GraphQLInputType, path: string): Promise<unknown> => {
    if (isNonNullType(type)) return build(name, type.ofType, path);
    if (isListType(type)) {
      const item = await build(name, type.ofType, path);
      return item === undefined ? [] : [item];
    }
    if (isInputObjectType(type)) return object(Object.values(type.getFields()), path);
    if (isEnumType(type)) return type.getValues()[0]?.value as unknown;
    return scalar(name, type.name);
  };
  const object = async (
    inputs: readonly { name: string; type: GraphQLInputType }[],
    at: string,
  ): Promise<Record<string, unknown>> => {
    const values: Record<string, unknown> = {};
    for (const input of inputs) {
      const path = at === "" ? input.name : `${at}.${input.name}`;
      const isRequired = isNonNullType(input.type);
      const named = getNamedType(input.type);
      if (named.name === "ID") {
        const id = await idFor(path, isRequired);
        if (id !== undefined) values[input.name] = isList(input.type) ? [id] : id;
        else if (isRequired) values[input.name] = isList(input.type) ? [] : "";
      } else if (isRequired || (isInputObjectType(named) && (await isAsked(path, idFor)))) {
        values[input.name] = await build(input.name, input.type, path);
      }
    }
    return values;
  };
  return object(field.args, "");
}

/** An optional input object is sent when the argument under test is inside it. */
async function isAsked(
  path: string,
  idFor: (path: string, isRequired: boolean) => Promise<string | undefined>,
): Promise<boolean> {
  return (await idFor(`${path}.*`, false)) !== undefined;
}

function isList(type: GraphQLInputType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

function scalar(name: string, type: string): unknown {
  switch (type) {
    case "Int":
      return 1;
    case "Float":
      return 0.5;
    case "Boolean":
      return false;
    case "DateTime":
      return new Date();
    case "JSON":
      return {};
    case "Upload":
      return Promise.resolve({
        filename: "a.txt",
        createReadStream: () => Readable.from([Buffer.from("text")]),
      });
    case "String":
      return sampleTexts[name] ?? `matrix ${name}`;
    default:
      throw new Error(`A value of the scalar ${type} is needed for ${name}.`);
  }
}
