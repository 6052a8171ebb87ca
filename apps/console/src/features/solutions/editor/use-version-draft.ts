// The form's values with autosave: changes are sent a moment after the last key, failures stay on the page until
// they are mended, and what others save meanwhile is merged in (merge.ts).
import { fieldErrorsOf } from "@parley/ui/field-errors";
import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { graphql } from "../../../generated/graphql.ts";
import { DataError, type DataErrorField } from "../../../lib/graphql/errors.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { type Clash, mergeRemote } from "./merge.ts";
import {
  differs,
  isUnfinished,
  type ValueName,
  valueNames,
  valuesOf,
  type VersionContent,
  type VersionValues,
} from "./version-values.ts";

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

type Base = { version: number; values: VersionValues };
export type FromOthers = { who: string; fields: readonly ValueName[] };

export function useVersionDraft(version: VersionContent) {
  const [base, setBase] = useState<Base>({ version: version.version, values: valuesOf(version) });
  const [values, setValues] = useState(base.values);
  const [isSaving, setIsSaving] = useState(false);
  const [savedAt, setSavedAt] = useState<Date>();
  const [problems, setProblems] = useState<readonly DataErrorField[]>([]);
  const [isUnreachable, setIsUnreachable] = useState(false);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [fromOthers, setFromOthers] = useState<FromOthers>();
  const [update] = useChange(updateMutation);
  const client = useClient();

  const dirty = valueNames.filter((name) => differs(values, base.values, name));
  const refused = new Set(problems.map(nameOf));
  const ready = dirty.filter((name) => !isUnfinished(values, name) && !refused.has(name));
  const readyNames = ready.join(" ");
  const readyKey = JSON.stringify(ready.map((name) => values[name]));
  // Refused as a whole: sending the same again would be refused again.
  const isRefused = !isUnreachable && problems.some((problem) => !isAboutValue(problem));

  const latest = useRef({ base, values });
  useEffect(() => {
    latest.current = { base, values };
  });

  const takeRemote = useCallback((content: VersionContent) => {
    const now = latest.current;
    if (content.version <= now.base.version) return;
    const theirs = valuesOf(content);
    const { merged, taken, clashes: found } = mergeRemote(now.base.values, now.values, theirs);
    setBase({ version: content.version, values: theirs });
    setValues(merged);
    if (found.length > 0) setClashes(found);
    setProblems((all) => all.filter(isAboutValue));
    const fields = [...taken, ...found.map((clash) => clash.name)];
    if (fields.length > 0) setFromOthers({ who: content.updatedBy ?? "", fields });
  }, []);

  // An event about our own save may come before its answer: nothing is merged while one is under way.
  const isSavingNow = useRef(false);
  const waiting = useRef<VersionContent>(undefined);
  useEffect(() => {
    if (version.isPublished) return;
    const running = client.subscription(changedSubscription, { id: version.id }).subscribe((result) => {
      const content = result.data?.solutionVersionChanged;
      if (content && isSavingNow.current) waiting.current = content;
      else if (content) takeRemote(content);
    });
    return () => running.unsubscribe();
  }, [client, takeRemote, version.id, version.isPublished]);

  const save = useCallback(
    async (names: readonly ValueName[]) => {
      const sent = latest.current;
      isSavingNow.current = true;
      setIsSaving(true);
      setProblems([]);
      try {
        const part = Object.fromEntries(names.map((name) => [name, sent.values[name]]));
        const answer = await update({ version: { id: version.id, version: sent.base.version, ...part } });
        const stored = answer.updateSolutionVersion;
        // Texts come back trimmed: what was not touched since takes the stored form.
        setValues((current) =>
          Object.assign(
            { ...current },
            ...names
              .filter((name) => !differs(current, sent.values, name))
              .map((name) => ({ [name]: valuesOf(stored)[name] })),
          ),
        );
        setBase((current) => ({
          version: stored.version,
          values: Object.assign(
            { ...current.values },
            ...names.map((name) => ({ [name]: valuesOf(stored)[name] })),
          ),
        }));
        setSavedAt(new Date());
        setIsUnreachable(false);
      } catch (error) {
        const isKnown = error instanceof DataError && error.code !== undefined;
        setIsUnreachable(!isKnown);
        setProblems(fieldErrorsOf(error));
      }
      isSavingNow.current = false;
      setIsSaving(false);
      // Once the answer above is on the page.
      setTimeout(() => waiting.current && takeRemote(waiting.current));
    },
    [update, takeRemote, version.id],
  );

  const isBlocked = clashes.length > 0 || isSaving || isRefused || version.isPublished;
  useEffect(() => {
    if (isBlocked || readyNames === "") return;
    const names = valueNames.filter((name) => readyNames.split(" ").includes(name));
    const timer = setTimeout(() => void save(names), isUnreachable ? retryMs : pauseMs);
    return () => clearTimeout(timer);
  }, [readyNames, readyKey, isBlocked, isUnreachable, save]);

  return {
    values,
    dirty,
    clashes,
    fromOthers,
    isSaving,
    savedAt,
    problems,
    isUnreachable,
    set: <Name extends ValueName>(name: Name, value: VersionValues[Name]) => {
      setProblems((all) => all.filter((problem) => isAboutValue(problem) && nameOf(problem) !== name));
      setValues((current) => ({ ...current, [name]: value }));
    },
    saveNow: () => void save(dirty),
    decide: (clash: Clash, isMine: boolean) => {
      if (!isMine) setValues((current) => ({ ...current, [clash.name]: clash.theirs }));
      setClashes((all) => all.filter((one) => one.name !== clash.name));
    },
    dismissOthers: () => setFromOthers(undefined),
  };
}

export type VersionDraft = ReturnType<typeof useVersionDraft>;

function nameOf(problem: DataErrorField): string | undefined {
  return problem.field?.split(".")[0];
}

function isAboutValue(problem: DataErrorField): boolean {
  return valueNames.some((name) => name === nameOf(problem));
}
