// What a GraphQL document may cost before it is looked at any closer.
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  visit,
} from "graphql";

export const maxTokens = 4_000;
export const maxDepth = 12;
export const maxAliases = 30;
export const maxDirectives = 30;
export const maxRepeats = 20;

/** Asked before validation, which compares every mention of a field with every other. */
export function repeatsTooOften(document: DocumentNode): boolean {
  let isTooOften = false;
  visit(document, {
    SelectionSet({ selections }) {
      const times = new Map<string, number>();
      for (const selection of selections) {
        if (selection.kind !== Kind.FIELD) continue;
        const name = selection.alias?.value ?? selection.name.value;
        const count = (times.get(name) ?? 0) + 1;
        times.set(name, count);
        if (count > maxRepeats) isTooOften = true;
      }
    },
  });
  return isTooOften;
}

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
      if (depthOf(node.selectionSet, context) > maxDepth) {
        context.reportError(new GraphQLError(`A request may nest at most ${maxDepth} levels deep.`));
      }
    },
  };
}

/** Each fragment is measured once: fragments that spread fragments twice would otherwise double the work each time. */
function depthOf(
  set: SelectionSetNode,
  context: ValidationContext,
  fragments: Map<string, number> = new Map(),
): number {
  let deepest = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const below = selection.selectionSet ? depthOf(selection.selectionSet, context, fragments) : 0;
      deepest = Math.max(deepest, 1 + below);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      deepest = Math.max(deepest, depthOf(selection.selectionSet, context, fragments));
    } else {
      deepest = Math.max(deepest, depthOfFragment(selection.name.value, context, fragments));
    }
    if (deepest > maxDepth) return deepest;
  }
  return deepest;
}

function depthOfFragment(name: string, context: ValidationContext, fragments: Map<string, number>): number {
  const known = fragments.get(name);
  if (known !== undefined) return known;
  // One that spreads itself is refused by a rule of its own.
  fragments.set(name, 0);
  const fragment = context.getFragment(name);
  const depth = fragment ? depthOf(fragment.selectionSet, context, fragments) : 0;
  fragments.set(name, depth);
  return depth;
}
