import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { attempt } from "./attempt.ts";

/** A name and a button that makes something of it. */
export function NewName({ label, onAdd }: { label: string; onAdd: (name: string) => Promise<unknown> }) {
  const { t } = useTranslation("bots");
  const [name, setName] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(() => onAdd(name.trim())).then((isDone) => isDone && setName(""));
      }}
    >
      <Group gap={6} mt="sm" wrap="nowrap">
        <TextInput
          aria-label={label}
          placeholder={label}
          value={name}
          flex={1}
          miw={0}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" flex="none" disabled={name.trim() === ""}>
          {t("add")}
        </Button>
      </Group>
    </form>
  );
}
