// A process that does nothing: how late its own event loop is says what the machine makes anybody wait.
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on("message", (word) => {
  if (word === "reset") delay.reset();
  else process.send?.(delay.percentile(99) / 1e6);
});
