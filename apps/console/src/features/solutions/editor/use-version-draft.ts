// The form's values with autosave: changes are sent a moment after the last key, failures stay on the page until
// they are mended, and what others save meanwhile is merged in. draft-state.ts decides; this only connects it.
import { fieldErrorsOf } from "@parley/ui/field-errors";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "urql";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { graphql } from "../../../generated/graphql.ts";
import { DataError } from "../../../lib/graphql/errors.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { beginDraft, type DraftEvent, type DraftState, nextDraft, type Part } from "./draft-state.ts";
import { partOf, partToSave, unstored } from "./draft-state.ts";
import { storedOf, type ValueName, type VersionContent, type VersionValues } from "./version-values.ts";

const updateMutation = graphql(`
  mutation UpdateSolutionVersion($version: SolutionVersionInput!) {
    updateSolutionVersion(version: $version) {
      id
      completeness {
        status
        missing {
          field
          message
        }
      }
      ...VersionForm
    }
  }
`);

const changedSubscription = graphql(`
  subscription SolutionVersionChanged($id: ID!) {
    solutionVersionChanged(id: $id) {
      id
      ...VersionForm
    }
  }
`);

const pauseMs = 800;
const retryMs = 5_000;
const deadlineMs = 20_000;
const noAnswer = { message: "Parley did not answer in time. Check the connection and try again." };

/** `onRefused`: somebody else may have saved without this page hearing of it; read the version again. */
export function useVersionDraft(version: VersionContent, onRefused: () => void) {
  const [store] = useState(() => createStore<DraftState>(() => beginDraft(storedOf(version))));
  const state = useStore(store);
  const dispatch = useCallback(
    (event: DraftEvent) => store.setState(nextDraft(store.getState(), event), true),
    [store],
  );
  const [update] = useChange(updateMutation);
  const client = useClient();

  useEffect(() => dispatch({ type: "heard", stored: storedOf(version) }), [dispatch, version]);
  useEffect(() => {
    if (version.isPublished) return;
    const running = client.subscription(changedSubscription, { id: version.id }).subscribe((result) => {
      const content = result.data?.solutionVersionChanged;
      if (content) dispatch({ type: "heard", stored: storedOf(content) });
    });
    return () => running.unsubscribe();
  }, [client, dispatch, version.id, version.isPublished]);

  const save = useCallback(
    async (part: Part | undefined) => {
      if (!part) return;
      const saving = { version: store.getState().stored.version, part };
      dispatch({ type: "sent", saving });
      const giveUp = () => dispatch({ type: "failed", saving, problems: [noAnswer], isUnreachable: true });
      const deadline = setTimeout(giveUp, deadlineMs);
      try {
        const answer = await update({ version: { id: version.id, version: saving.version, ...part } });
        dispatch({
          type: "answered",
          saving,
          stored: storedOf(answer.updateSolutionVersion),
          at: new Date(),
        });
      } catch (error) {
        const code = error instanceof DataError ? error.code : undefined;
        const problems = fieldErrorsOf(error);
        dispatch({ type: "failed", saving, problems, isUnreachable: code === undefined });
        if (code === "CONFLICT") onRefused();
      } finally {
        clearTimeout(deadline);
      }
    },
    [store, dispatch, update, version.id, onRefused],
  );

  const part = version.isPublished ? undefined : partToSave(state);
  const toSave = part && JSON.stringify(part);
  const { isUnreachable } = state;
  useEffect(() => {
    if (toSave === undefined) return;
    const saveDue = () => void save(partToSave(store.getState()));
    const timer = setTimeout(saveDue, isUnreachable ? retryMs : pauseMs);
    if (isUnreachable) globalThis.addEventListener("online", saveDue);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", saveDue);
    };
  }, [toSave, isUnreachable, save, store]);

  return {
    ...state,
    dirty: unstored(state),
    isSaving: state.saving !== undefined,
    set: <Name extends ValueName>(name: Name, value: VersionValues[Name]) =>
      dispatch({ type: "typed", part: { [name]: value } }),
    saveNow: () => void save(partOf(store.getState(), () => true)),
    decide: (name: ValueName, isMine: boolean) => dispatch({ type: "decided", name, isMine }),
    dismissOthers: () => dispatch({ type: "dismissed" }),
  };
}

export type VersionDraft = ReturnType<typeof useVersionDraft>;
