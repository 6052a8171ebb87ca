// Every channel operation exists for Live and for Sandbox. One implementation, told which one it is.
export const environments = { Live: "Live", Sandbox: "Sandbox" } as const;
export type Environment = keyof typeof environments;

/** `twins("deletePype", (environment) => resolver)` gives deletePypeLive and deletePypeSandbox. */
export function twins<Name extends string, Resolver>(
  name: Name,
  build: (environment: Environment) => Resolver,
): Record<`${Name}${Environment}`, Resolver> {
  return { [`${name}Live`]: build("Live"), [`${name}Sandbox`]: build("Sandbox") } as Record<
    `${Name}${Environment}`,
    Resolver
  >;
}
