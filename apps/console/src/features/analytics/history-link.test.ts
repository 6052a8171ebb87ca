import { expect, it } from "vitest";
import { historyLink } from "./history-link.ts";

const nothing = { from: null, to: null, customerId: null, environment: null, channelId: null };
const range = { from: "2026-01-01", to: "2026-01-31" };

it("carries the days and what the dashboard is narrowed to", () => {
  const place = { orgId: "o", projectId: "p" };
  expect(historyLink(place, nothing, range)()).toBe(
    "/organization/o/projects/p/history?from=2026-01-01&to=2026-01-31",
  );
  const narrowed = historyLink(
    place,
    { ...nothing, customerId: "c", environment: "Live", channelId: "x" },
    range,
  );
  expect(narrowed({ with: "handed-off", from: "2026-01-05", to: "2026-01-05" })).toBe(
    "/organization/o/projects/p/customers/c/history?from=2026-01-05&to=2026-01-05&environment=Live&channel=x&with=handed-off",
  );
});
