// What is on screen, what is saved, what the bot has, what was checked; and the one thing to do next.
import { Button } from "@mantine/core";
import { hash } from "@parley/flow";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCloudOff,
  IconLoader2,
} from "@tabler/icons-react";
import { useDeferredValue, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useDesigner, useEditor, useSaving, useUi } from "../store/designer.tsx";
import { shortHash, truthOf } from "./truth.ts";
import type { NextStep, Stage } from "./truth.ts";
import classes from "./bars.module.css";

export function TruthBar({ versionUrl }: { versionUrl: string }) {
  const { t } = useTranslation("pro-studio");
  const flow = useDeferredValue(useEditor((state) => state.flow));
  const past = useEditor((state) => state.past);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const isForeign = useUi((state) => state.foreign !== null);
  const record = useSaving((state) => state.record);
  const phase = useSaving((state) => state.phase);
  const conflicts = useSaving((state) => state.conflicts.length);
  const truth = truthOf(hash(flow), past, record, { phase, conflicts });
  return (
    <section className={classes["truth"]} aria-label={t("truth.label")}>
      <SaveState />
      <StageState name="synced" stage={truth.synced} problems={record.syncErrors.length} />
      <StageState name="validated" stage={truth.validated} problems={truth.errors} />
      <span className={classes["hash"]} title={t("truth.hashHint")}>
        {t("truth.onScreen")} <code>{shortHash(truth.hash)}</code>
      </span>
      <span className={classes["space"]} />
      {isReadOnly ? (
        <span className={classes["muted"]}>{t(isForeign ? "truth.comparing" : "truth.readOnly")}</span>
      ) : (
        <Primary next={truth.next} errors={truth.errors} versionUrl={versionUrl} />
      )}
    </section>
  );
}

function SaveState() {
  const { t } = useTranslation("pro-studio");
  const { saving } = useDesigner();
  const phase = useSaving((state) => state.phase);
  const unsaved = useSaving((state) => state.unsaved);
  const savedAt = useSaving((state) => state.savedAt);
  const error = useSaving((state) => state.error);
  const now = useSeconds(savedAt);
  if (phase === "failed") {
    return (
      <span className={classes["state"]} data-tone="bad" role="alert">
        <IconCloudOff size={15} aria-hidden />
        {t("truth.failed", { count: unsaved })} {error}
        <button type="button" className={classes["link"]} onClick={() => void saving.getState().saveNow()}>
          {t("truth.tryAgain")}
        </button>
      </span>
    );
  }
  if (phase !== "saved") {
    return (
      <span className={classes["state"]} data-tone="busy">
        <IconLoader2 size={15} aria-hidden />
        {t(phase === "saving" ? "truth.saving" : "truth.unsaved", { count: unsaved })}
      </span>
    );
  }
  const seconds = savedAt === null ? 0 : Math.max(0, Math.round((now - savedAt) / 1_000));
  return (
    <span className={classes["state"]} data-tone="good">
      <IconCircleCheck size={15} aria-hidden />
      {savedAt === null
        ? t("truth.allSaved")
        : seconds < 60
          ? t("truth.savedSeconds", { seconds })
          : t("truth.savedMinutes", { minutes: Math.floor(seconds / 60) })}
    </span>
  );
}

/** The time, every second while it matters. */
function useSeconds(savedAt: number | null): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (savedAt === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [savedAt]);
  return Math.max(now, savedAt ?? 0);
}

function StageState({
  name,
  stage,
  problems,
}: {
  name: "synced" | "validated";
  stage: Stage;
  problems: number;
}) {
  const { t } = useTranslation("pro-studio");
  const tone = stage.at === null ? "neutral" : problems > 0 ? "bad" : stage.isCurrent ? "good" : "warning";
  const Shown = tone === "good" ? IconCircleCheck : tone === "neutral" ? IconCircleDashed : IconAlertTriangle;
  return (
    <span className={classes["state"]} data-tone={tone}>
      <Shown size={15} aria-hidden />
      {stage.at === null ? (
        t(`truth.${name}Never`)
      ) : (
        <>
          <span>
            {problems > 0 ? t(`truth.${name}Problems`, { count: problems }) : t(`truth.${name}`)}{" "}
            <RelativeTime at={stage.at} />
            {!stage.isCurrent && (
              <>
                {", "}
                {stage.editsSince === null
                  ? t("truth.older")
                  : t("truth.editsAgo", { count: stage.editsSince })}
              </>
            )}
          </span>
          <code className={classes["code"]}>{shortHash(stage.hash)}</code>
        </>
      )}
    </span>
  );
}

function Primary({ next, errors, versionUrl }: { next: NextStep; errors: number; versionUrl: string }) {
  const { t } = useTranslation("pro-studio");
  const { saving, ui } = useDesigner();
  const navigate = useNavigate();
  const busy = useSaving((state) => state.busy);
  const report = (reason: unknown) =>
    notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
  const actions: Readonly<Record<NextStep, () => void>> = {
    retry: () => void saving.getState().saveNow(),
    save: () => void saving.getState().saveNow(),
    settle: () => ui.getState().set({ side: "conflicts" }),
    sync: () => void saving.getState().sync().catch(report),
    "fix-sync": () => ui.getState().set({ side: "problems" }),
    validate: () => void saving.getState().validate().catch(report),
    fix: () => ui.getState().set({ side: "problems" }),
    publish: () => void navigate(versionUrl),
  };
  return (
    <Button size="compact-sm" loading={busy !== null} onClick={actions[next]}>
      {t(`truth.next.${next}`, { count: errors })}
    </Button>
  );
}
