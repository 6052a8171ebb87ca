// What the chat is measured against: ws, and one durable insert per message before it is answered.
import pg from "pg";
import { WebSocketServer } from "ws";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 16 });
await pool.query(
  "create table if not exists bare_messages (id bigint generated always as identity primary key, content jsonb not null, created_at timestamptz not null default now())",
);
const server = new WebSocketServer({ port: Number(process.env["API_PORT"]), perMessageDeflate: false });
server.on("connection", (socket) => {
  socket.send(JSON.stringify({ type: "welcome" }));
  socket.on("message", (data: Buffer) => {
    const { id, content } = JSON.parse(data.toString("utf8")) as { id: string; content: unknown };
    const statement = {
      name: "insert",
      text: "insert into bare_messages (content) values ($1)",
      values: [content],
    };
    void pool.query(statement).then(() => {
      socket.send(JSON.stringify({ type: "accepted", id }));
      socket.send(JSON.stringify({ type: "message", message: { author: "bot", content } }));
    });
  });
});
server.on("listening", () => console.log("Parley is ready"));
