// npm run add-on [remove] [name]: brings an add-on in, takes it out, or says what is there. Add-ons are never part
// of npm install; their versions and digests stand in their own package-lock.json.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "..");
const offered = join(repository, "add-ons");
const target = resolve(repository, process.env["ADD_ONS_DIR"] || "add-ons");
const names = readdirSync(offered).filter((name) => existsSync(join(offered, name, "package.json")));
const words = process.argv.slice(2);
const isRemoval = words[0] === "remove";
const [name] = isRemoval ? words.slice(1) : words;

const modulesOf = (addOn: string) => join(target, addOn, "node_modules");
const isThere = (addOn: string) => existsSync(modulesOf(addOn));

if (name === undefined) {
  for (const one of names) console.log(`${one}: ${isThere(one) ? "installed" : "not installed"}`);
  console.log("\nnpm run add-on <name> brings one in, npm run add-on remove <name> takes it out.");
  if (isRemoval) process.exitCode = 1;
} else if (!names.includes(name)) {
  console.error(`There is no add-on “${name}”. There is: ${names.join(", ")}.`);
  process.exitCode = 1;
} else if (isRemoval) {
  rmSync(modulesOf(name), { recursive: true, force: true });
  console.log(`${name} is gone. Start Parley again; bots that used it answer without it.`);
} else {
  install(name);
}

function install(addOn: string): void {
  console.log(`Bringing in ${addOn} …`);
  try {
    bringManifests(addOn);
    // No program of a package runs while it is installed.
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: join(target, addOn),
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch {
    rmSync(modulesOf(addOn), { recursive: true, force: true });
    console.error(`${addOn} could not be brought in; nothing was changed. The reason stands above.`);
    process.exitCode = 1;
    return;
  }
  console.log(`${addOn} is installed. Start Parley again, then train the bots that should try it.`);
}

/** What is to be installed, and its digests, where ADD_ONS_DIR names another folder. */
function bringManifests(addOn: string): void {
  if (target === offered) return;
  mkdirSync(join(target, addOn), { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    cpSync(join(offered, addOn, file), join(target, addOn, file));
}
