// The whole designer, as users have it, without a server.
import type { Flow } from "@parley/flow";
import { ThemeProvider } from "@parley/ui/theme";
import i18next from "i18next";
import { useEffect } from "react";
import type { Root } from "react-dom/client";
import { initReactI18next } from "react-i18next";
import { MemoryRouter } from "react-router";
import texts from "../../apps/console/public/locales/en/pro-studio.json";
import { createChatStore } from "../../apps/console/src/features/pro-studio/chat/chat-store.ts";
import { DesignerView, useDesignerOf } from "../../apps/console/src/features/pro-studio/designer-view.tsx";
import type {
  FlowApi,
  FlowRecord,
} from "../../apps/console/src/features/pro-studio/saving/flow-api-types.ts";
import { createSavingStore } from "../../apps/console/src/features/pro-studio/saving/saving-store.ts";
import type { Outside } from "../../apps/console/src/features/pro-studio/outside.ts";
import type { Designer } from "../../apps/console/src/features/pro-studio/store/designer.tsx";
import { createEditorStore } from "../../apps/console/src/features/pro-studio/store/editor-store.ts";
import { createUiStore } from "../../apps/console/src/features/pro-studio/store/ui-store.ts";

const record: FlowRecord = {
  syncedAt: null,
  syncedHash: null,
  syncErrors: [],
  validatedAt: null,
  validatedHash: null,
  validationMessages: [],
};

const api: FlowApi = {
  clientId: "bench",
  save: async (edits) => ({
    written: edits.map(({ node, baseRevision }) => ({ id: node.id, revision: baseRevision + 1 })),
    refused: [],
  }),
  remove: async () => null,
  loadNodes: async () => [],
  loadRecord: async () => record,
  sync: async () => record,
  validate: async () => record,
  watchChanges: () => () => undefined,
  watchEditors: () => () => undefined,
  tellPresence: async () => undefined,
  leave: () => undefined,
};

const nowhere = () => Promise.reject(new Error("There is no server here."));
const outside: Outside = {
  references: nowhere,
  traffic: nowhere,
  run: nowhere,
  askAgent: nowhere,
  loadFlow: nowhere,
  newVersionFrom: nowhere,
};

const drafts = { write: async () => undefined, clear: async () => undefined, left: async () => [] };

export async function showParley(
  root: Root,
  flow: Flow,
  view: { middle: string; zoom: number },
): Promise<void> {
  await i18next
    .use(initReactI18next)
    .init({ lng: "en", defaultNS: "pro-studio", resources: { en: { "pro-studio": texts } } });
  const editor = createEditorStore({
    versionId: "",
    flow,
    say: (key, values = {}) => i18next.t(key, values),
  });
  const saved = flow.nodes.map((node) => ({ node, revision: 1 }));
  const saving = createSavingStore({ editor, api, saved, record, drafts });
  const parts = {
    editor,
    ui: createUiStore(),
    chat: createChatStore(() => flow),
    saving,
    outside,
  };
  const { promise: ready, resolve } = Promise.withResolvers<Designer>();
  function Page() {
    const made = useDesignerOf(parts);
    useEffect(() => resolve(made), [made]);
    return <DesignerView designer={made} title="Bench" crumbs={[]} versionUrl="/" versions={[]} />;
  }
  root.render(
    <ThemeProvider>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </ThemeProvider>,
  );
  const { camera: holder } = await ready;
  const camera = () => holder.current;
  while (!camera() || !document.querySelector(".react-flow__viewport")) await frame();
  camera()?.show(view.middle);
  await frame();
  await frame();
  const now = /scale\(([\d.]+)\)/.exec(
    document.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform ?? "",
  );
  camera()?.zoomBy(view.zoom / Number(now?.[1] ?? 1));
}

function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
