/** Hands a text or bytes to the browser as a download. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** "users-2026-03-01.csv" */
export function datedName(stem: string, extension: string): string {
  return `${stem}-${new Date().toISOString().slice(0, 10)}.${extension}`;
}
