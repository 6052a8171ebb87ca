// zod would try whether it may compile code. The page's policy says no, and being asked is already a report; so it
// is told before its first schema (decision 175).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
