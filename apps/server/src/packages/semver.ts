// Versions as semver.org describes them: 1.4.0, 2.0.0-beta.1.
const form =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

export function isSemver(version: string): boolean {
  return version.length <= 100 && form.test(version);
}

/** Negative when the first is the older one. Both must be semver. */
export function compareSemver(one: string, other: string): number {
  const [a, b] = [form.exec(one) ?? [], form.exec(other) ?? []];
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part]);
    if (difference !== 0) return difference;
  }
  return comparePrerelease(a[4], b[4]);
}

function comparePrerelease(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  // A pre-release comes before its release.
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  const [a, b] = [one.split("."), other.split(".")];
  for (let index = 0; ; index += 1) {
    const [x, y] = [a[index], b[index]];
    if (x === undefined || y === undefined) return a.length - b.length;
    if (x === y) continue;
    const areNumbers = [/^\d+$/.test(x), /^\d+$/.test(y)];
    if (areNumbers[0] && areNumbers[1]) return Number(x) - Number(y);
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
    return x < y ? -1 : 1;
  }
}
