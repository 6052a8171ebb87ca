/** The next smaller step after a version: 1.4.0 becomes 1.5.0, 2.0.0-beta.1 becomes 2.0.0. */
export function nextVersion(version: string | undefined): string {
  const [, major = "1", minor = "0", patch = "0", label] =
    /^(\d+)\.(\d+)\.(\d+)(-[^+]+)?/u.exec(version ?? "") ?? [];
  if (version === undefined) return "1.0.0";
  return label === undefined ? `${major}.${Number(minor) + 1}.0` : `${major}.${minor}.${patch}`;
}
