import { useUi } from "../store/designer.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";

export function Dialogs({
  versions,
}: {
  versions: readonly { readonly id: string; readonly label: string }[];
}) {
  const dialog = useUi((state) => state.dialog);
  if (dialog === "import") return <ImportDialog />;
  if (dialog === "compare") return <CompareDialog versions={versions} />;
  return null;
}
