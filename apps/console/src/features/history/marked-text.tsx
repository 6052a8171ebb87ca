import type { TextPieces } from "@parley/bot-data/history";
import { Fragment } from "react";
import classes from "./parts.module.css";

/** What was searched for stands out; what was masked is told apart from what was written. */
export function MarkedText({ pieces }: { pieces: TextPieces }) {
  return pieces.map((piece, index) => {
    // Pieces of one text have no identity but their place.
    const key = `${index} ${piece.text}`;
    return piece.isMatch ? (
      <mark key={key} className={classes["mark"]}>
        {piece.text}
      </mark>
    ) : (
      <WithMasks key={key} text={piece.text} />
    );
  });
}

const mask = /(\[(?:e-mail|phone number|card number|IBAN|IP address|hidden)\])/u;

const bold = /(\*\*[^*\n]+\*\*)/u;

/** Bold words are bold, as the visitor saw them. */
export function WithMasks({ text }: { text: string }) {
  return text
    .split(bold)
    .map((part, index) =>
      bold.test(part) ? (
        <strong key={`${index} ${part}`}>{masked(part.slice(2, -2))}</strong>
      ) : (
        <Fragment key={`${index} ${part}`}>{masked(part)}</Fragment>
      ),
    );
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
