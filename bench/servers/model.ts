// A model that answers at once, in a process of its own so that its work is not counted as ours.
import { startTestingModel } from "../../apps/server/src/testing/model.ts";

const model = await startTestingModel();
model.reply = () => ({
  text: "One bag of 23 kg is included in every fare, and a second one costs 45 euros [1].",
});
process.send?.(model.url);
process.on("disconnect", () => process.exit(0));
// Requests are kept for tests; here they would only pile up.
setInterval(() => (model.requests.length = 0), 1_000);
