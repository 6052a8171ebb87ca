import { expect, it } from "vitest";
import { createLog } from "../log.ts";
import { createHttp } from "./create-http.ts";

it("outlives a handler that fails in a way nobody can put into words", async () => {
  const app = await createHttp({ log: createLog("silent"), allowedOrigins: [] });
  app.directPosts.add("/broken", () => Promise.reject(undefined as unknown as Error));
  app.directPosts.add("/whole", async () => ({ status: 200, body: '"well"' }));
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const post = (path: string) => fetch(`${url}${path}`, { method: "POST" });
  await expect(post("/broken")).rejects.toThrow();
  expect(await (await post("/whole")).json()).toBe("well");
  await app.close();
});
