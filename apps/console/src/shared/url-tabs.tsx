// Tabs whose open one is in the address (?tab=…).
import { Tabs } from "@parley/ui/tabs";
import type { Tab } from "@parley/ui/tabs";
import { useUrlParam } from "./use-url-param.ts";

type Props = { tabs: readonly Tab[]; label: string; param?: string };

export function UrlTabs({ tabs, label, param = "tab" }: Props) {
  const [value, setValue] = useUrlTab(tabs, param);
  return <Tabs tabs={tabs} value={value} onChange={setValue} label={label} />;
}

/** The id of the open tab; the first where the address names none. */
export function useUrlTab(tabs: readonly Tab[], param = "tab"): [string, (id: string) => void] {
  const first = tabs[0]?.id ?? "";
  const [value, setValue] = useUrlParam(param, first);
  return [tabs.some((tab) => tab.id === value) ? value : first, setValue];
}
