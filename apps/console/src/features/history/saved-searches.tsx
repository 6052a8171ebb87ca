// Searches worth coming back to: one's own, and those colleagues share.
import { DropPanel } from "@parley/ui/drop-panel";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { Button, Checkbox, CloseButton, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { HistoryPlace } from "./place.ts";
import parts from "./parts.module.css";
import classes from "./saved-searches.module.css";

const searchesQuery = graphql(`
  query SavedSearches($projectId: ID!, $customerId: ID) {
    savedSearches(projectId: $projectId, customerId: $customerId) {
      id
      name
      query
      customerId
      isShared
      isOwn
    }
  }
`);
const saveMutation = graphql(`
  mutation SaveSearch(
    $projectId: ID!
    $customerId: ID
    $name: String!
    $query: String!
    $isShared: Boolean!
  ) {
    saveSearch(
      projectId: $projectId
      customerId: $customerId
      name: $name
      query: $query
      isShared: $isShared
    ) {
      id
    }
  }
`);
const deleteMutation = graphql(`
  mutation DeleteSavedSearch($projectId: ID!, $id: ID!) {
    deleteSavedSearch(projectId: $projectId, id: $id)
  }
`);

type SavedSearch = {
  id: string;
  name: string;
  query: string;
  customerId?: string | null;
  isShared: boolean;
};

export function SavedSearches({ place }: { place: HistoryPlace }) {
  const { t } = useTranslation("history");
  return (
    <DropPanel label={t("saved.title")} className={classes["drop"]} button={t("saved.button")}>
      {(close) => <Searches place={place} onChosen={close} />}
    </DropPanel>
  );
}

function Searches({ place, onChosen }: { place: HistoryPlace; onChosen: () => void }) {
  const { t } = useTranslation("history");
  const { projectId, listUrl } = place;
  const customerId = place.customerId ?? null;
  const { search: address } = useLocation();
  const { data, reload } = useData(searchesQuery, { projectId, customerId }, { types: ["SavedSearch"] });
  const [save, saving] = useChange(saveMutation);
  const [remove] = useChange(deleteMutation);
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const [problem, setProblem] = useState("");
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      setProblem("");
      await work();
      setName("");
      reload();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const drop = async ({
    id,
    name: dropped,
    query: asked,
    customerId: of,
    isShared: wasShared,
  }: SavedSearch) => {
    const kept = { name: dropped, query: asked, customerId: of ?? null, isShared: wasShared };
    await remove({ projectId, id });
    const bringBack = () => attempt(() => save({ projectId, ...kept }));
    notify({
      tone: "good",
      message: t("saved.deleted", { name: dropped }),
      action: { label: t("saved.undo"), run: () => void bringBack() },
    });
  };
  const query = address.replace(/^\?/u, "");
  const searches = data?.savedSearches ?? [];
  return (
    <div className={classes["saved"]}>
      {searches.length === 0 && <p className={parts["muted"]}>{t("saved.none")}</p>}
      <ul className={parts["plainList"]}>
        {searches.map((one) => (
          <li key={one.id} className={classes["savedRow"]}>
            <Link href={`${listUrl}?${one.query}`} onClick={onChosen}>
              {one.name}
            </Link>
            {one.isShared && <span className={parts["muted"]}>{t("saved.shared")}</span>}
            {one.isOwn && (
              <CloseButton
                size="sm"
                aria-label={t("saved.delete", { name: one.name })}
                onClick={() => void attempt(() => drop(one))}
              />
            )}
          </li>
        ))}
      </ul>
      <form
        className={parts["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() => save({ projectId, customerId, name, query, isShared }));
        }}
      >
        <TextInput
          size="xs"
          label={t("saved.name")}
          value={name}
          error={problem || undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t("saved.share")}
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
        <Button size="xs" type="submit" loading={saving.isBusy} disabled={name.trim() === ""}>
          {t("saved.save")}
        </Button>
      </form>
    </div>
  );
}
