import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export function SchemeToggle() {
  const { t } = useTranslation();
  // Turning transitions off for the change would need a style tag.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const scheme = useComputedColorScheme("light");
  const next = scheme === "dark" ? "light" : "dark";
  const Icon = scheme === "dark" ? IconSun : IconMoon;
  return (
    <ActionIcon
      size={30}
      aria-label={t(`shell.to-${next}`)}
      title={t(`shell.to-${next}`)}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={17} stroke={1.6} />
    </ActionIcon>
  );
}
