import { boldPieces } from "./bold-words.ts";

/** What a bot or a person wrote, with its bold words bold, as the visitor saw them. */
export function BoldText({ text }: { text: string }) {
  return boldPieces([{ text, isMatch: false }]).map((piece, index) =>
    piece.isBold ? <strong key={`${index} ${piece.text}`}>{piece.text}</strong> : piece.text,
  );
}
