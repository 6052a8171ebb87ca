// Loaded into the server: when the process that started it is killed, nobody else would stop it.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// Listening alone would keep a server that has finished from ending.
process.channel?.unref();
