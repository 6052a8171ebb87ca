// The least a server can do for the same answers: node:http, one prepared statement, no access rule.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 8 });
const point = { name: "point", text: "select id, name from projects where id = $1" };
const list = {
  name: "list",
  text: `select p.id, p.name, p.description, (select json_agg(json_build_object('productId', s.product_id,
      'product', json_build_object('id', d.id, 'displayName', d.display_name)))
    from project_product_settings s join products d on d.id = s.product_id where s.project_id = p.id) as settings
    from projects p where p.account_id = $1 order by p.name`,
};

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => void answer(body).then((text) => response.end(text)));
});

async function answer(body: string): Promise<string> {
  const { kind, id } = JSON.parse(body) as { kind: "point" | "list"; id: string };
  const { rows } = await pool.query<object>({ ...(kind === "point" ? point : list), values: [id] });
  return JSON.stringify({ data: rows });
}

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }));
});
