// The roles of an organisation by product, each with a check box and what it comes by otherwise.
import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { rolesByProduct } from "./account-details.ts";
import type { RoleOption } from "./account-details.ts";
import { toggled } from "./access-draft.ts";
import classes from "./access.module.css";

type Props = {
  roles: readonly RoleOption[];
  value: readonly string[];
  onChange: (roleIds: string[]) => void;
  /** Marks what is not saved yet. */
  saved?: readonly string[];
  /** "through the team Care": where the role is held anyway. */
  heldThrough?: (role: RoleOption) => string | undefined;
  isDisabled?: boolean;
};

export function RoleChecks({ roles, value, onChange, saved = value, heldThrough, isDisabled }: Props) {
  const { t } = useTranslation("access");
  return (
    <div className={classes["products"]}>
      {rolesByProduct(roles).map((group) => (
        <fieldset key={group.productId} className={classes["product"]}>
          <legend>{group.productName}</legend>
          {group.roles.map((role) => {
            const through = heldThrough?.(role);
            const isStaged = value.includes(role.id) !== saved.includes(role.id);
            return (
              <Checkbox
                key={role.id}
                size="xs"
                label={role.name}
                {...(through ? { description: through } : {})}
                checked={value.includes(role.id)}
                disabled={isDisabled ?? false}
                data-staged={isStaged || undefined}
                classNames={{ root: classes["check"] ?? "" }}
                title={t("roleActions", { count: role.actions.length })}
                onChange={() => onChange(toggled(value, role.id))}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
