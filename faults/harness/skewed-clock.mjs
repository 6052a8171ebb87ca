// Loaded into a server: its wall clock is off by as many milliseconds as the file says, read again on SIGUSR2.
import { readFileSync } from "node:fs";

const file = process.env.CLOCK_SKEW_FILE ?? "";
const RealDate = Date;
let skew = Number(readFileSync(file, "utf8"));
process.on("SIGUSR2", () => {
  skew = Number(readFileSync(file, "utf8"));
});

globalThis.Date = class extends RealDate {
  /** @param {ConstructorParameters<DateConstructor>} given */
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + skew);
    else super(...given);
  }
  static now() {
    return RealDate.now() + skew;
  }
};
