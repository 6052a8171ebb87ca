// A person by face and name; initials where there is no picture.
import classes from "./person.module.css";

export type PersonLike = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  userName?: string | null | undefined;
  picture?: string | null | undefined;
};

type Props = { person: PersonLike; detail?: string | undefined; size?: "sm" | "md"; isFaceOnly?: boolean };

export function Person({ person, detail, size = "sm", isFaceOnly = false }: Props) {
  const name = personName(person);
  return (
    <span className={classes["person"]} data-size={size} title={isFaceOnly ? name : undefined}>
      {person.picture ? (
        <img className={classes["face"]} src={person.picture} alt={isFaceOnly ? name : ""} loading="lazy" />
      ) : (
        <span
          className={classes["face"]}
          data-hue={hueOf(name)}
          {...(isFaceOnly ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
        >
          {initialsOf(name)}
        </span>
      )}
      {!isFaceOnly && (
        <span className={classes["words"]}>
          <span className={classes["name"]}>{name}</span>
          {detail && <span className={classes["detail"]}>{detail}</span>}
        </span>
      )}
    </span>
  );
}

export function personName(person: PersonLike): string {
  const name = [person.firstName, person.lastName].filter(Boolean).join(" ").trim();
  return name || (person.userName ?? "");
}

export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return picked
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}

const hues = ["gray", "green", "teal", "blue", "violet", "yellow", "orange"] as const;

/** The same name always has the same colour. */
export function hueOf(name: string): (typeof hues)[number] {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hues[sum % hues.length] ?? "gray";
}
