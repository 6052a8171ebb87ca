// How long conversations are kept, for those who may change it; others see what holds.
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { Alert, Button, Modal, NumberInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./parts.module.css";

const settingsQuery = graphql(`
  query HistorySettings($projectId: ID!) {
    historySettings(projectId: $projectId) {
      projectId
      retentionDays
      sweptAt
      canEdit
    }
  }
`);
const retentionMutation = graphql(`
  mutation SetHistoryRetention($projectId: ID!, $days: Int) {
    setHistoryRetention(projectId: $projectId, days: $days) {
      projectId
      retentionDays
    }
  }
`);

const pastQuery = graphql(`
  query ConversationsPastRetention($projectId: ID!, $days: Int!) {
    conversationsPastRetention(projectId: $projectId, days: $days)
  }
`);
const mostCounted = 10_000;

export function RetentionButton({ projectId }: { projectId: string }) {
  const { t } = useTranslation("history");
  const { data, reload } = useData(settingsQuery, { projectId });
  const [isOpen, setIsOpen] = useState(false);
  const settings = data?.historySettings;
  if (!settings) return null;
  const words = settings.retentionDays
    ? t("retention.days", { count: settings.retentionDays })
    : t("retention.forever");
  if (!settings.canEdit) return <span className={classes["muted"]}>{words}</span>;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t("retention.title")} centered>
        {isOpen && (
          <RetentionForm
            projectId={projectId}
            days={settings.retentionDays ?? null}
            onDone={() => {
              setIsOpen(false);
              reload();
            }}
          />
        )}
      </Modal>
    </>
  );
}

type FormProps = { projectId: string; days: number | null; onDone: () => void };

function RetentionForm({ projectId, days: before, onDone }: FormProps) {
  const { t } = useTranslation("history");
  const [save, saving] = useChange(retentionMutation);
  const [days, setDays] = useState<number | string>(before ?? "");
  const [problem, setProblem] = useState("");
  const wanted = Number(days);
  const isShorter = days !== "" && wanted >= 1 && wanted <= 3_650 && (before === null || wanted < before);
  const { data, error } = useData(pastQuery, { projectId, days: wanted }, { isPaused: !isShorter });
  const lost = isShorter ? data?.conversationsPastRetention : 0;
  const submit = async () => {
    try {
      await save({ projectId, days: days === "" ? null : Number(days) });
      notify({ tone: "good", message: t("retention.saved") });
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className={classes["form"]}>
      <NumberInput
        label={t("retention.label")}
        description={t("retention.hint")}
        min={1}
        max={3650}
        allowDecimal={false}
        value={days}
        error={problem || undefined}
        onChange={(next) => {
          setProblem("");
          setDays(next);
        }}
      />
      {error && <ErrorState error={error} isInline />}
      {lost !== undefined && lost > 0 && (
        <Alert color="red" role="alert">
          {lost > mostCounted
            ? t("retention.removesMany", { count: mostCounted })
            : t("retention.removes", { count: lost })}
        </Alert>
      )}
      <div className={classes["formActions"]}>
        <Button
          loading={saving.isBusy}
          disabled={lost === undefined}
          {...(lost ? { color: "red" } : {})}
          onClick={() => void submit()}
        >
          {t(lost ? "retention.saveAndRemove" : "retention.save")}
        </Button>
      </div>
    </div>
  );
}
