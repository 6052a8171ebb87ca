// One credential: how it does, where it is used, a new key, a test.
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { SidePanel } from "@parley/ui/side-panel";
import { Button, Group, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { Credential } from "./documents.ts";
import { TestOutcome } from "./test-outcome.tsx";
import classes from "./credentials.module.css";

const testMutation = graphql(`
  mutation TestCredential($id: ID!) {
    testCredential(id: $id) {
      ok
      message
      ms
      sample
    }
  }
`);

const rotateMutation = graphql(`
  mutation RotateCredential($id: ID!, $secret: String!) {
    rotateCredential(id: $id, secret: $secret) {
      id
      secretLastFour
    }
  }
`);

type Props = {
  credential: Credential;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onChanged: () => void;
};

export function CredentialPanel({ credential, onClose, onEdit, onDelete, onChanged }: Props) {
  const { t } = useTranslation("credentials");
  const [test, testing] = useChange(testMutation);
  const [works, setWorks] = useState("");
  const tryIt = async () => {
    setWorks("");
    try {
      const { testCredential: outcome } = await test({ id: credential.id });
      // Told here, where one looks: a notification would lie on the buttons.
      const said = outcome.sample === "" ? "" : t("answered", { sample: outcome.sample });
      if (outcome.ok) setWorks(`${t("works", { name: credential.name, ms: outcome.ms })} ${said}`.trim());
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
    onChanged();
  };
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      title={credential.name}
      subtitle={`${credential.llmProvider.name} · ${credential.model}`}
      footer={
        <Group justify="space-between">
          <Button variant="default" onClick={onDelete}>
            {t("delete")}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onEdit}>
              {t("edit")}
            </Button>
            <Button loading={testing.isBusy} onClick={() => void tryIt()}>
              {t("tryAction")}
            </Button>
          </Group>
        </Group>
      }
    >
      <dl className={classes["facts"]}>
        <dt>{t("test")}</dt>
        <dd>
          <TestOutcome credential={credential} />
          {credential.testError && <p className={classes["failure"]}>{credential.testError}</p>}
          <p className={classes["muted"]} role="status">
            {works}
          </p>
        </dd>
        {credential.baseUrl && (
          <>
            <dt>{t("baseUrl")}</dt>
            <dd>
              <code>{credential.baseUrl}</code>
            </dd>
          </>
        )}
        {credential.llmProvider.kind !== "PARLEY_PASSAGES" && (
          <>
            <dt>{t("embeddingModel")}</dt>
            <dd>{credential.embeddingModel ? <code>{credential.embeddingModel}</code> : t("wordsOnly")}</dd>
            <dt>{t("supportsTools")}</dt>
            <dd>{credential.supportsTools ? t("yes") : t("no")}</dd>
          </>
        )}
      </dl>
      {credential.llmProvider.kind !== "PARLEY_PASSAGES" && (
        <Rotation key={credential.secretLastFour} credential={credential} onChanged={onChanged} />
      )}
      <Uses credential={credential} />
    </SidePanel>
  );
}

function Rotation({ credential, onChanged }: { credential: Credential; onChanged: () => void }) {
  const { t } = useTranslation("credentials");
  const [secret, setSecret] = useState("");
  const [failure, setFailure] = useState<{ message: string }>();
  const [rotate, { isBusy }] = useChange(rotateMutation);
  const send = async () => {
    try {
      await rotate({ id: credential.id, secret });
      notify({ tone: "good", message: t("rotated") });
      setSecret("");
      onChanged();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <form
      className={classes["section"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>{t("rotate")}</h3>
      <p className={classes["muted"]}>
        {credential.hasSecret ? t("secretEnds", { last: credential.secretLastFour }) : t("noSecretYet")}
        {credential.secretChangedAt && (
          <>
            {" "}
            {t("changedAt")} <RelativeTime at={credential.secretChangedAt} />.
          </>
        )}
      </p>
      <Group align="end" gap="xs" wrap="nowrap">
        <PasswordInput
          className={classes["grow"] ?? ""}
          label={t("newSecret")}
          autoComplete="off"
          value={secret}
          onChange={(event) => {
            setFailure(undefined);
            setSecret(event.currentTarget.value);
          }}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={secret.trim() === ""}>
          {t("rotateAction")}
        </Button>
      </Group>
      {failure && <ErrorState error={failure} isInline />}
    </form>
  );
}

function Uses({ credential }: { credential: Credential }) {
  const { t } = useTranslation("credentials");
  const { orgId = "", projectId = "" } = useParams();
  return (
    <section className={classes["section"]} aria-label={t("used")}>
      <h3>{t("used")}</h3>
      {credential.usedBy.length === 0 && <p className={classes["muted"]}>{t("unused")}</p>}
      <ul className={classes["uses"]}>
        {credential.usedBy.map(({ solutionId, solutionVersionId, solutionName, number, environments }) => (
          <li key={solutionVersionId}>
            <Link href={urlTo(paths.solutionVersion, { orgId, projectId, solutionId, solutionVersionId })}>
              {t("useOf", { name: solutionName, number })}
            </Link>
            {environments.map((name) => (
              <EnvironmentBadge key={name} environment={environmentNamed(name)} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
