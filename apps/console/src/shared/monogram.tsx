import { hueOf, initialsOf } from "@parley/ui/person";

/** A square with the first letters of a name, always in the same colour. */
export function Monogram({
  name,
  picture,
  size = 24,
}: {
  name: string;
  picture?: string | null | undefined;
  size?: number;
}) {
  const shape = { flex: "none", width: size, height: size, borderRadius: Math.round(size / 5) } as const;
  if (picture) return <img src={picture} alt="" style={{ ...shape, objectFit: "cover" }} />;
  const hue = hueOf(name);
  return (
    <span
      aria-hidden
      style={{
        ...shape,
        display: "inline-grid",
        placeItems: "center",
        background: `var(--mantine-color-${hue}-light-hover)`,
        color: `var(--mantine-color-${hue}-light-color)`,
        fontSize: Math.max(12, Math.round(size * 0.4)),
        fontWeight: 600,
        letterSpacing: "-0.03em",
      }}
    >
      {size < 30 ? initialsOf(name).slice(0, 1) : initialsOf(name)}
    </span>
  );
}
