import type { findUser } from "./queries.ts";

export type UserMapper = NonNullable<Awaited<ReturnType<typeof findUser>>>;
