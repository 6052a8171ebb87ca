// One channel in one environment, as half of a pair. What differs from the other half is marked.
import { EnvironmentBadge } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Monogram } from "../../shared/monogram.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import type { Channel } from "./compare.ts";
import { widgetsOf } from "./compare.ts";
import { colourName, useCustomerPlace } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { sitesOf } from "./sightings.ts";
import classes from "./channels.module.css";

export type SideAction = "edit" | "pause" | "delete";

type Props = {
  environment: Environment;
  channel: Channel;
  twin: Channel | undefined;
  onAction: (action: SideAction) => void;
};

export function ChannelSide({ environment, channel, twin, onAction }: Props) {
  const { t } = useTranslation("channels");
  const place = useCustomerPlace();
  const [site] = sitesOf(channel);
  const widgets = widgetsOf(channel).length;
  const url = urlTo(paths.channel, { ...place, environment: colourName[environment], channelId: channel.id });
  return (
    <article
      className={classes["side"]}
      data-environment={colourName[environment]}
      aria-label={t("channelIn", { name: channel.name, environment })}
    >
      <div className={classes["sideBadge"]} aria-hidden>
        <EnvironmentBadge environment={colourName[environment]} />
      </div>
      <div className={classes["sideHead"]}>
        <Monogram name={channel.name} picture={channel.logo} size={24} />
        <Link className={classes["channelName"]} href={url}>
          {channel.name}
        </Link>
        <StatusBadge
          tone={channel.status === "ACTIVE" ? "good" : "warning"}
          label={t(`status.${channel.status}`)}
        />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              className={classes["sideMenu"]}
              aria-label={t("actionsFor", { name: channel.name, environment })}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAction("edit")}>{t("edit")}</Menu.Item>
            <Menu.Item onClick={() => onAction("pause")}>
              {channel.status === "ACTIVE" ? t("pause") : t("resume")}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => onAction("delete")}>
              {t("deleteAction")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <Fact differs={twin !== undefined && twin.description !== channel.description}>
        {channel.description || t("noDescription")}
      </Fact>
      <Fact differs={twin !== undefined && twin.agent_routing !== channel.agent_routing}>
        {t(`field.${channel.agent_routing}`)}
      </Fact>
      <Fact
        differs={
          twin !== undefined &&
          (twin.streams.length !== channel.streams.length || widgetsOf(twin).length !== widgets)
        }
      >
        {t("streams", { count: channel.streams.length })}, {t("widgets", { count: widgets })}
      </Fact>
      <Fact differs={false}>
        {site ? (
          <>
            {t("seenOn", { host: site.host })} <RelativeTime at={site.lastSeenAt} />
          </>
        ) : (
          t("notSeen")
        )}
      </Fact>
    </article>
  );
}

function Fact({ differs, children }: { differs: boolean; children: ReactNode }) {
  const { t } = useTranslation("channels");
  return (
    <p className={classes["fact"]} data-differs={differs || undefined}>
      {children}
      {differs && <span className={classes["differs"]}>{t("differs")}</span>}
    </p>
  );
}
