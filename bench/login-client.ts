// The browsers of the login bench: on a thread of their own, so that their CPU is not the provider's.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

interface Answer {
  readonly status: number;
  readonly cookies: readonly string[];
  readonly body: string;
}

interface LoginFlow {
  readonly id: string;
  readonly ui: { readonly nodes: readonly { attributes: { name: string; value: string } }[] };
}

const { url, person } = workerData as { url: string; person: { email: string; password: string } };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const sent = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => {
        resolve({
          status: answer.statusCode ?? 0,
          cookies: answer.headers["set-cookie"] ?? [],
          body: text,
        });
      });
    });
    sent.on("error", reject).end(body);
  });
}

async function signIn(): Promise<void> {
  const accept = "application/json";
  const start = await send("/self-service/login/browser", { accept });
  const flow = JSON.parse(start.body) as LoginFlow;
  const csrf = flow.ui.nodes.find((node) => node.attributes.name === "csrf_token")?.attributes.value;
  const cookie = start.cookies.map((line) => line.split(";", 1)[0]).join("; ");
  const fields = {
    method: "password",
    identifier: person.email,
    password: person.password,
    csrf_token: csrf,
  };
  const answer = await send(
    `/self-service/login?flow=${flow.id}`,
    { accept, "content-type": "application/json", cookie },
    JSON.stringify(fields),
  );
  if (answer.status !== 200) throw new Error(`A login answered ${answer.status}: ${answer.body}`);
}

parentPort?.on("message", async (times: number) => {
  for (let count = 0; count < times; count += 1) await signIn();
  parentPort?.postMessage("done");
});
