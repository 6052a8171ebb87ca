// Loaded into a measured server: answers every message of its parent with the bytes that are in use after a
// collection. Resident memory would measure the garbage of the moment.
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.channel?.unref();
