// What is written here works with the server of this version: every file is read, and every setting it makes is held
// to the schema the server itself checks at its start.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig, settingNames } from "../apps/server/src/platform/config.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
type Settings = Record<string, string>;

/** Throws on a setting that does not exist, and on a value the server would refuse. */
function holdToSchema(settings: Settings) {
  const unknown = Object.keys(settings).filter((name) => !settingNames.includes(name));
  expect(unknown).toEqual([]);
  return readConfig(settings);
}

/** What an operator fills in. */
const filledIn: Settings = {
  DOMAIN: "parley.example",
  SECRETS_KEY: Buffer.alloc(32).toString("base64"),
  ADMIN_SECRET: "a secret of twenty-four letters",
  ADMIN_EMAIL: "admin@parley.example",
  ADMIN_PASSWORD: "a long phrase",
  POSTGRES_PASSWORD: "p",
  NATS_PASSWORD: "n",
  S3_KEY: "k",
  S3_SECRET: "s",
  KRATOS_COOKIE_SECRET: "c".repeat(32),
  SMTP_URL: "smtp://user:password@mail.example:587",
};

interface Service {
  readonly image?: string;
  readonly environment?: Settings;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Record<string, unknown>;
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly volumes: Record<string, unknown>;
}

const fill = (text: string) =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => filledIn[name] ?? `\${${name}}`);
const compose = parse(fill(read("deploy/compose/compose.yaml")), { merge: true }) as Compose;
const ours = Object.entries(compose.services).filter(([, service]) => service.image === "parley");

describe("the compose file", () => {
  it("has PostgreSQL, Kratos, NATS, storage, a proxy, a worker and two servers, each with settings that work", () => {
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(["postgres", "kratos", "nats", "s3", "proxy", "worker", "server-1", "server-2"]),
    );
    const roles = ours.map(([, service]) => [...holdToSchema(service.environment ?? {}).roles].join());
    expect(roles).toEqual(["api,chat,console,sign-in", "api,chat,console,sign-in", "worker"]);
    const config = holdToSchema(compose.services["server-1"]?.environment ?? {});
    expect(config.hasBuiltInProvider).toBe(false);
    expect(config.isProduction).toBe(true);
  });

  it("names services, volumes and files that are there, and asks for nothing that env.example lacks", () => {
    const text = read("deploy/compose/compose.yaml");
    const asked = new Set([...text.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1]));
    const offered = new Set(
      [...read("deploy/compose/env.example").matchAll(/^(\w+)=/gm)].map((match) => match[1]),
    );
    expect(asked).toEqual(offered);
    for (const { volumes = [], depends_on: needs = [] } of Object.values(compose.services)) {
      for (const volume of volumes.map((each) => each.split(":")[0] ?? "")) {
        if (volume.startsWith("."))
          expect(existsSync(join(root, "deploy/compose", volume)), volume).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(volume);
      }
      for (const need of Array.isArray(needs) ? needs : Object.keys(needs))
        expect(Object.keys(compose.services)).toContain(need);
    }
  });

  it("sends the proxy to ports the servers listen on", () => {
    const upstreams = [...read("deploy/compose/Caddyfile").matchAll(/(server-\d|kratos):(\d+)/g)];
    const { ports } = readConfig({});
    const open: number[] = [ports.console, ports.signIn, ports.api];
    expect(upstreams.length).toBeGreaterThan(6);
    for (const [, host = "", port] of upstreams) {
      expect(Object.keys(compose.services)).toContain(host);
      expect(host === "kratos" ? [4433] : open).toContain(Number(port));
    }
    const kratos = parse(read("deploy/compose/kratos/kratos.yaml")) as {
      identity: { schemas: { url: string }[] };
    };
    const schema = kratos.identity.schemas[0]?.url.replace("file:///etc/kratos/", "") ?? "";
    expect(JSON.parse(read(`deploy/compose/kratos/${schema}`))).toHaveProperty("properties.traits");
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Settings;
  readonly stringData?: Settings;
  readonly spec?: {
    readonly selector?: Record<string, unknown>;
    readonly template?: {
      readonly metadata: { readonly labels: Settings };
      readonly spec: {
        readonly containers: {
          env: { name: string; value: string }[];
          ports: { name: string; containerPort: number }[];
          envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
        }[];
      };
    };
    readonly ports?: { targetPort: string }[];
  };
}

describe("the manifests", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes/parley.yaml"));
  const manifests = documents.map((document) => document.toJS() as Manifest);

  it("are well formed and give every container settings that work", () => {
    expect(documents.flatMap((document) => document.errors)).toEqual([]);
    const named = new Map(
      manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each.data ?? each.stringData]),
    );
    const deployments = manifests.filter(({ kind }) => kind === "Deployment");
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(["parley-server", "parley-worker"]);
    for (const { spec } of deployments) {
      for (const container of spec?.template?.spec.containers ?? []) {
        const settings: Settings = {};
        for (const { configMapRef, secretRef } of container.envFrom) {
          const source = configMapRef ? `ConfigMap ${configMapRef.name}` : `Secret ${secretRef?.name}`;
          expect(named.has(source), source).toBe(true);
          Object.assign(settings, named.get(source));
        }
        for (const { name, value } of container.env) settings[name] = value;
        const { ports } = holdToSchema(settings);
        expect(container.ports.find((port) => port.name === "api")?.containerPort).toBe(ports.api);
      }
    }
  });

  it("lead from the service to ports of the servers", () => {
    const service = manifests.find(({ kind }) => kind === "Service");
    const server = manifests.find(({ metadata }) => metadata.name === "parley-server")?.spec?.template;
    expect(service?.spec?.selector).toEqual(server?.metadata.labels);
    const names = server?.spec.containers[0]?.ports.map((port) => port.name);
    for (const { targetPort } of service?.spec?.ports ?? []) expect(names).toContain(targetPort);
  });
});

describe("the image and the unit", () => {
  it("copy and start what is there, with settings that work", () => {
    const text = read("deploy/Dockerfile");
    const settings = Object.fromEntries(
      [...text.matchAll(/^(?:ENV\s+|\s{4})([A-Z_]+)=([^\s\\]+)/gm)].map(([, name, value]) => [
        name ?? "",
        value ?? "",
      ]),
    );
    const { ports } = holdToSchema(settings);
    expect(Object.keys(settings)).toContain("DATA_DIR");
    for (const [, from = ""] of text.matchAll(/^COPY (?!--from)(.+?)(?: \S+)$/gm))
      for (const path of from.split(" ")) expect(existsSync(join(root, path)), path).toBe(true);
    // Every workspace's package.json, or npm ci would not find them.
    for (const path of globSync("apps/*/package.json", { cwd: root }))
      expect(text).toContain(`COPY ${path} `);
    const exposed = /^EXPOSE (.+)$/m.exec(text)?.[1]?.split(" ").map(Number);
    expect(exposed).toEqual([ports.console, ports.signIn, ports.provider, ports.api]);
    expect(existsSync(join(root, /CMD \["node", "(apps[^"]+)"\]/.exec(text)?.[1] ?? "nothing"))).toBe(true);
  });

  it("start under systemd with settings that work", () => {
    const text = read("deploy/systemd/parley.service");
    const settings = Object.fromEntries(
      [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name ?? "", value ?? ""]),
    );
    expect(Object.keys(settings).length).toBeGreaterThan(2);
    holdToSchema(settings);
    const [, program = "", script = ""] = /^ExecStart=\/opt\/parley\/(\S+) (\S+)$/m.exec(text) ?? [];
    for (const path of [program, script]) expect(existsSync(join(root, path)), path).toBe(true);
  });
});
