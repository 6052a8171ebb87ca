import { expect, test } from "vitest";
import { uploadHeaders } from "./upload.ts";

test("a form repeats the token of the cookie, whatever stands beside it", () => {
  expect(uploadHeaders(new FormData(), "a=b; XSRF-TOKEN=tok%2Fen; MY-XSRF-TOKEN=other")).toEqual({
    "x-xsrf-token": "tok/en",
  });
});

test("an ordinary call says nothing, and neither does a page without the cookie", () => {
  expect(uploadHeaders("{}", "XSRF-TOKEN=token")).toEqual({});
  expect(uploadHeaders(new FormData(), "MY-XSRF-TOKEN=other")).toEqual({});
});
