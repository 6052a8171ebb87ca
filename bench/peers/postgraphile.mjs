// PostGraphile 5 on the same tables, without any access rule: it does less work than Parley does.
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ["public"] })],
  grafserv: { port: 0, graphqlPath: "/graphql", graphiql: false, watch: false },
};
const instance = postgraphile(preset).createServ(grafserv);
const server = createServer();
await instance.addTo(server);
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/graphql` }));
});
