// A finer meaning by the words beside a find: "from Berlin to Paris".
import type { EntityFile } from "@parley/bot-data/entity";
import { ActionIcon, Button, Group, TagsInput, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./bots.module.css";

type Roles = NonNullable<EntityFile["roles"]>;
type Props = { roles: Roles; isReadOnly: boolean; onChange: (roles: Roles) => void };

export function EntityRoles({ roles, isReadOnly, onChange }: Props) {
  const { t } = useTranslation("bots");
  if (isReadOnly && roles.length === 0) return null;
  return (
    <section>
      <h3 className={classes["subheading"]}>{t("entity.roles")}</h3>
      <p className={classes["muted"]}>{t("entity.rolesHint")}</p>
      {roles.map((role, index) => {
        const edit = (part: Partial<Roles[number]>) => onChange(roles.with(index, { ...role, ...part }));
        return (
          // Roles have no name of their own while they are written.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} mt="xs" align="flex-end">
            <TextInput
              label={t("entity.role")}
              value={role.name}
              readOnly={isReadOnly}
              onChange={(event) => edit({ name: event.currentTarget.value })}
            />
            <TagsInput
              label={t("entity.before")}
              value={[...(role.before ?? [])]}
              acceptValueOnBlur
              readOnly={isReadOnly}
              onChange={(before) => edit({ before })}
            />
            <TagsInput
              label={t("entity.after")}
              value={[...(role.after ?? [])]}
              acceptValueOnBlur
              readOnly={isReadOnly}
              onChange={(after) => edit({ after })}
            />
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                mb={6}
                aria-label={t("entity.removeRole", { name: role.name })}
                onClick={() => onChange(roles.toSpliced(index, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {!isReadOnly && (
        <Button
          size="xs"
          mt="xs"
          variant="default"
          onClick={() => onChange([...roles, { name: `role${roles.length + 1}` }])}
        >
          {t("entity.addRole")}
        </Button>
      )}
    </section>
  );
}
