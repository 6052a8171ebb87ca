// The open file of a version and the line in it that a link led to, both in the address.
import { useState } from "react";
import { useSearchParams } from "react-router";

export function useFilePlace(names: readonly { id: string }[]) {
  const [params, setParams] = useSearchParams();
  // A file that was made or renamed a moment ago comes into the list with the next answer of the server.
  const [expected, setExpected] = useState<string>();
  const isThere = (file: string) => names.some((name) => name.id === file);
  if (expected !== undefined && isThere(expected)) setExpected(undefined);
  const chosen = params.get("file") ?? "";
  const line = Number(params.get("line") ?? "");
  return {
    /** The first one when the address names none, or one that is gone. */
    file: isThere(chosen) || chosen === expected ? chosen : names[0]?.id,
    line: Number.isInteger(line) && line > 0 ? line : undefined,
    /** Another file: the line belonged to the one before. */
    open: (file: string) => {
      setExpected(file === "" ? undefined : file);
      setParams((current) => {
        const next = new URLSearchParams(current);
        next.delete("line");
        if (file === "") next.delete("file");
        else next.set("file", file);
        return next;
      });
    },
  };
}

/** Where a file is edited best: nodes in the flow, intents with their answers and slots, entities, scripts, or as text. */
export function placeUrl(file: string, line: number | null, nodeId: string | null = null): string {
  if (nodeId !== null) return `?${new URLSearchParams({ tab: "flow", node: nodeId })}`;
  const [folder = "", rest = ""] = file.split("/");
  const stem = rest.replace(/\.[a-z]+$/, "");
  const params = new URLSearchParams();
  if (folder === "slots" || folder === "answers") {
    params.set("tab", "intents");
    params.set("file", `intents/${stem}.txt`);
    return `?${params}#${folder}`;
  }
  params.set("tab", ["intents", "entities", "scripts"].includes(folder) ? folder : "files");
  params.set("file", file);
  if (line !== null) params.set("line", String(line));
  return `?${params}`;
}
