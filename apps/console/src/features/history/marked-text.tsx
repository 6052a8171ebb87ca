import type { TextPieces } from "@parley/bot-data/history";
import { Fragment } from "react";
import { boldPieces } from "../../shared/bold-words.ts";
import classes from "./parts.module.css";

/** What was searched for stands out, bold words are bold, and what was masked is told apart from what was written. */
export function MarkedText({ pieces }: { pieces: TextPieces }) {
  return boldPieces(pieces).map(({ text, isMatch, isBold }, index) => {
    // Pieces of one text have no identity but their place.
    const key = `${index} ${text}`;
    const words = isMatch ? <mark className={classes["mark"]}>{text}</mark> : masked(text);
    return isBold ? <strong key={key}>{words}</strong> : <Fragment key={key}>{words}</Fragment>;
  });
}

const mask = /(\[(?:e-mail|phone number|card number|IBAN|IP address|hidden)\])/u;

export function WithMasks({ text }: { text: string }) {
  return <MarkedText pieces={[{ text, isMatch: false }]} />;
}

function masked(text: string) {
  return text.split(mask).map((part, index) =>
    mask.test(part) ? (
      <span key={`${index} ${part}`} className={classes["masked"]}>
        {part.slice(1, -1)}
      </span>
    ) : (
      part
    ),
  );
}

/** Marks the words of a search in a whole message. */
export function piecesFor(text: string, search: string): TextPieces {
  const words = (search.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1);
  if (words.length === 0) return [{ text, isMatch: false }];
  return text
    .split(new RegExp(`(${words.join("|")})`, "giu"))
    .filter((piece) => piece !== "")
    .map((piece) => ({
      text: piece,
      isMatch: words.some((word) => word.toLowerCase() === piece.toLowerCase()),
    }));
}
