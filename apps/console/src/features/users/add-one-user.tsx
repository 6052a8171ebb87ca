import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { Person } from "@parley/ui/person";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./users.module.css";

const addMutation = graphql(`
  mutation AddUserToAccount($accountId: ID!, $userName: String!, $firstName: String!, $lastName: String!) {
    addUserToAccount(accountId: $accountId, userName: $userName, firstName: $firstName, lastName: $lastName) {
      id
      createdAt
      lastActiveAt
    }
  }
`);

const pictureQuery = graphql(`
  query GetUserPictureByEmail($userEmail: String!) {
    userPictureByEmail(userEmail: $userEmail) {
      picture
    }
  }
`);

type Props = { accountId: string; onClose: () => void; onAdded: () => void };
const blank = { userName: "", firstName: "", lastName: "" };
const fields = ["userName", "firstName", "lastName"] as const;

export function AddOneUser({ accountId, onClose, onAdded }: Props) {
  const { t } = useTranslation("users");
  const [add, { isBusy }] = useChange(addMutation);
  const [person, setPerson] = useState(blank);
  const [address] = useDebouncedValue(person.userName.trim(), 300);
  const known = useData(pictureQuery, { userEmail: address }, { isPaused: !/^\S+@\S+\.\S+$/u.test(address) });
  const errors = useFieldErrors(fields);
  const isKnown = Boolean(known.data?.userPictureByEmail) && address === person.userName.trim();

  const submit = async () => {
    const missing = fields.filter((field) => person[field].trim() === "");
    if (missing.length > 0)
      return errors.place(missing.map((field) => ({ field, message: t(`add.missing.${field}`) })));
    errors.clear();
    try {
      await add({ accountId, ...person });
    } catch (reason) {
      return errors.fail(reason);
    }
    notify({ tone: "good", message: t("add.done", { name: `${person.firstName} ${person.lastName}` }) });
    onAdded();
    onClose();
  };

  return (
    <form
      className={classes["fields"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {fields.map((field) => (
        <TextInput
          key={field}
          label={t(`add.${field}`)}
          type={field === "userName" ? "email" : "text"}
          autoComplete="off"
          required
          value={person[field]}
          {...(field === "userName" ? { "data-autofocus": true } : {})}
          {...errors.on(field)}
          onChange={(event) => {
            errors.clear(field);
            setPerson({ ...person, [field]: event.currentTarget.value });
          }}
        />
      ))}
      {isKnown && (
        <p className={classes["found"]} role="status">
          <Person
            person={{ userName: address, picture: known.data?.userPictureByEmail?.picture }}
            isFaceOnly
          />
          {t("add.known")}
        </p>
      )}
      <p className={classes["hint"]}>{t("add.hint")}</p>
      {errors.form && <ErrorState error={errors.form} isInline />}
      <div className={classes["actions"]}>
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t("add.submit")}
        </Button>
      </div>
    </form>
  );
}
