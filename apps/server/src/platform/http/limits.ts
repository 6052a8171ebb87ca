// What a GraphQL document may cost before it is looked at any closer.
import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from "graphql";

export const maxTokens = 4_000;
export const maxDepth = 12;
export const maxAliases = 30;
export const maxDirectives = 30;

export function limitRule(context: ValidationContext): ASTVisitor {
  let aliases = 0;
  let directives = 0;
  return {
    Field(node) {
      if (node.alias && ++aliases === maxAliases + 1) {
        context.reportError(new GraphQLError(`A request may rename at most ${maxAliases} fields.`));
      }
    },
    Directive() {
      if (++directives === maxDirectives + 1) {
        context.reportError(new GraphQLError(`A request may carry at most ${maxDirectives} directives.`));
      }
    },
    OperationDefinition(node) {
      if (depthOf(node.selectionSet, context, new Set()) > maxDepth) {
        context.reportError(new GraphQLError(`A request may nest at most ${maxDepth} levels deep.`));
      }
    },
  };
}

function depthOf(set: SelectionSetNode, context: ValidationContext, path: ReadonlySet<string>): number {
  let deepest = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const below = selection.selectionSet ? depthOf(selection.selectionSet, context, path) : 0;
      deepest = Math.max(deepest, 1 + below);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      deepest = Math.max(deepest, depthOf(selection.selectionSet, context, path));
    } else if (!path.has(selection.name.value)) {
      const fragment = context.getFragment(selection.name.value);
      const below = fragment
        ? depthOf(fragment.selectionSet, context, new Set([...path, selection.name.value]))
        : 0;
      deepest = Math.max(deepest, below);
    }
    if (deepest > maxDepth) return deepest;
  }
  return deepest;
}
