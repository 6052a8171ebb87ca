import type { Duplex } from "node:stream";

/** An upgrade takes the listeners of the server off its socket: one that breaks while it is refused would end the process. */
export function refuseUpgrade(socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
}
