// /…/versions/:solutionVersionId/flow: loads the flow, then hands it to the designer.
import { ErrorState } from "@parley/ui/error-state";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { nodeById } from "@parley/flow";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { loadNodes } from "../../shared/flow/stored-nodes.ts";
import type { SavedNode } from "../../shared/flow/stored-nodes.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { createChatStore } from "./chat/chat-store.ts";
import { DesignerView, useDesignerOf } from "./designer-view.tsx";
import { loadRecord, openRecord, serverFlowApi } from "./flow-api.ts";
import { serverOutside } from "./outside-api.ts";
import { browserDrafts } from "./saving/drafts.ts";
import type { FlowRecord } from "./saving/flow-api-types.ts";
import { usePresence } from "./saving/use-presence.ts";
import { createSavingStore } from "./saving/saving-store.ts";
import { createEditorStore } from "./store/editor-store.ts";
import { createUiStore } from "./store/ui-store.ts";
import classes from "./designer.module.css";

const solutionQuery = graphql(`
  query GetFlowSolution($solutionId: ID!) {
    solutionById(id: $solutionId) {
      id
      name
      projectProStudioSettingId
      solutionVersions {
        id
        number
        isPublished
        note
      }
    }
  }
`);

interface Loaded {
  readonly nodes: readonly SavedNode[];
  readonly record: FlowRecord;
}

export function FlowPage() {
  const { solutionVersionId = "" } = useParams();
  return <FlowOfVersion key={solutionVersionId} />;
}

function FlowOfVersion() {
  const { t } = useTranslation("pro-studio");
  const { orgId = "", projectId = "", solutionId = "", solutionVersionId = "" } = useParams();
  const solution = useData(solutionQuery, { solutionId });
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  const found = solution.data?.solutionById;
  const version = found?.solutionVersions.find(({ id }) => id === solutionVersionId);
  const settingId = found?.projectProStudioSettingId;
  const isReadOnly = version?.isPublished ?? false;
  useDocumentTitle(found && t("flowOf", { name: found.name, number: version?.number ?? "" }));

  useEffect(() => {
    if (settingId === undefined) return;
    let isCurrent = true;
    const begin = isReadOnly ? Promise.resolve() : openRecord(solutionVersionId, settingId);
    begin
      .catch(() => undefined)
      .then(() => Promise.all([loadNodes(solutionVersionId), loadRecord(solutionVersionId)]))
      .then(
        ([nodes, record]) => isCurrent && setLoaded({ nodes, record }),
        (reason: unknown) =>
          isCurrent && setError(reason instanceof Error ? reason : new Error(String(reason))),
      );
    return () => {
      isCurrent = false;
    };
  }, [settingId, solutionVersionId, isReadOnly, attempt]);

  const failure = solution.error ?? error;
  if (failure && !loaded) {
    return (
      <ErrorState
        title={t("cannotLoad")}
        error={failure}
        onRetry={() => {
          setError(undefined);
          solution.reload();
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  if (!loaded || !found) return <div className={classes["designer"]} aria-busy aria-label={t("loading")} />;
  const params = { orgId, projectId, solutionId };
  return (
    <OpenFlow
      loaded={loaded}
      isReadOnly={isReadOnly}
      title={t("flowOf", { name: found.name, number: version?.number ?? "" })}
      crumbs={[
        { label: t("solutions"), href: urlTo(paths.solutions, { orgId, projectId }) },
        { label: found.name, href: urlTo(paths.solution, params) },
      ]}
      versionUrl={urlTo(paths.solutionVersion, { ...params, solutionVersionId })}
      versions={found.solutionVersions
        .filter(({ id }) => id !== solutionVersionId)
        .map(({ id, number, note }) => ({
          id,
          label: note === "" ? t("versionLabel", { number }) : t("versionWithNote", { number, note }),
        }))}
    />
  );
}

interface OpenFlowProps {
  readonly loaded: Loaded;
  readonly isReadOnly: boolean;
  readonly title: string;
  readonly crumbs: readonly { readonly label: string; readonly href: string }[];
  readonly versionUrl: string;
  readonly versions: readonly { readonly id: string; readonly label: string }[];
}

function OpenFlow({ loaded, isReadOnly, ...view }: OpenFlowProps) {
  const { t } = useTranslation("pro-studio");
  const { solutionId = "", solutionVersionId = "" } = useParams();
  const [search] = useSearchParams();
  const [parts] = useState(() => {
    const flow = { nodes: loaded.nodes.map(({ node }) => node) };
    const editor = createEditorStore({
      versionId: solutionVersionId,
      flow,
      isReadOnly,
      say: (key, values = {}) => t(key, values),
    });
    const api = serverFlowApi(solutionVersionId);
    const drafts = browserDrafts(api.clientId);
    const saving = createSavingStore({ editor, api, saved: loaded.nodes, record: loaded.record, drafts });
    const ui = createUiStore();
    const chat = createChatStore(
      () => editor.getState().flow,
      () => ui.getState().references.slots,
    );
    return { editor, ui, chat, saving, api, outside: serverOutside(solutionId, solutionVersionId) };
  });
  const designer = useDesignerOf(parts);
  usePresence(parts.api, parts.editor);
  const wanted = search.get("node");
  const isThere = useMemo(
    () => wanted !== null && nodeById(parts.editor.getState().flow, wanted) !== undefined,
    [parts, wanted],
  );
  useEffect(() => {
    // The canvas is there one frame later.
    const frame = requestAnimationFrame(() => {
      if (wanted !== null && isThere) designer.openNode(wanted, search.get("field") ?? undefined);
      else designer.camera.current?.open();
    });
    return () => cancelAnimationFrame(frame);
  }, [designer, wanted, isThere, search]);
  return <DesignerView designer={designer} {...view} />;
}
