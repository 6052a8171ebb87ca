// Adding people: one by name, or many from a list or a file.
import { Modal } from "@mantine/core";
import { TabPanel, Tabs } from "@parley/ui/tabs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddOneUser } from "./add-one-user.tsx";
import { ImportUsers } from "./import-users.tsx";
import classes from "./users.module.css";

type Props = { accountId: string; onClose: () => void; onAdded: () => void };

export function AddUsersDialog({ accountId, onClose, onAdded }: Props) {
  const { t } = useTranslation("users");
  const [tab, setTab] = useState("one");
  return (
    <Modal opened onClose={onClose} title={t("add.title")} size={tab === "one" ? "md" : "xl"} centered>
      <div className={classes["tabs"]}>
        <Tabs
          label={t("add.title")}
          tabs={[
            { id: "one", label: t("add.one") },
            { id: "many", label: t("add.many") },
          ]}
          value={tab}
          onChange={setTab}
        />
      </div>
      <TabPanel id={tab}>
        {tab === "one" ? (
          <AddOneUser accountId={accountId} onClose={onClose} onAdded={onAdded} />
        ) : (
          <ImportUsers accountId={accountId} onClose={onClose} onAdded={onAdded} />
        )}
      </TabPanel>
    </Modal>
  );
}
