export { insertDemoApplet } from "./demo.ts";
export { appletInstancesOf } from "./queries.ts";
export { type Applets, startApplets } from "./start.ts";
