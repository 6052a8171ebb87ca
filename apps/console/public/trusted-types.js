// Under require-trusted-types-for only this policy turns text into addresses of code, and only of our own: workers
// start, and markup or script made from text is refused everywhere.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    const url = new URL(address, location.href);
    if (url.origin === location.origin || url.protocol === "blob:") return address;
    throw new TypeError("Code comes from this site alone.");
  },
});
