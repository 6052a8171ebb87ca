export { insertDemoApplet } from "./demo.ts";
export { startApplets } from "./start.ts";
