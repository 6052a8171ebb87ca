// A page of an invented shop with the demo's chat on it, for those who want to see it working.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "../context.ts";

const html = (widgetId: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Northwind Help centre</title>
    <link rel="stylesheet" href="/demo/page.css" />
  </head>
  <body>
    <header><strong>Northwind</strong><nav><a href="#flights">Flights</a><a href="#stays">Stays</a><a href="#cards">Cards</a></nav></header>
    <main>
      <h1>How can we help?</h1>
      <p>This page stands for a customer's web site. The chat in the corner is the real one: it talks to the bot that is deployed to Live in the project Help centre.</p>
      <ul>
        <li>Ask where your order is</li>
        <li>Ask how to return something</li>
        <li>Say that you would like to talk to a person, and answer at the desk in the console</li>
      </ul>
    </main>
    <script src="/loader.js" data-widget="${widgetId}" async></script>
  </body>
</html>`;

const css = `:root{color-scheme:light dark;font:17px/1.6 system-ui,sans-serif}body{margin:0}
header{display:flex;gap:2rem;align-items:center;padding:1rem 6vw;background:#0f3d3e;color:#fff}
header a{color:inherit;margin-right:1.2rem}main{max-width:40rem;padding:3rem 6vw 8rem}`;

export function registerDemoPage(app: FastifyInstance, services: Services): void {
  if (!services.config.demo) return;
  app.get("/demo", async (_request, reply) => {
    const { rows } = await sql<{ id: string }>`select w.id from widgets w join pypes p on p.id = w.pype_id
      join projects o on o.id = p.project_id
      where o.name = 'Help centre' and p.environment = 'Live' order by w.creation_date limit 1`.execute(
      services.db,
    );
    const widget = rows[0];
    if (!widget) return reply.status(404).type("text/plain").send("There is no demo data here.");
    return reply
      .header(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'self'",
      )
      .type("text/html; charset=utf-8")
      .send(html(widget.id));
  });
  app.get("/demo/page.css", (_, reply) => reply.type("text/css").send(css));
}
