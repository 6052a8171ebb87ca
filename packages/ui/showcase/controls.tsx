import { Badge, Button } from "@mantine/core";
import { useState } from "react";
import { CopyText } from "../src/copy-text.tsx";
import { EnvironmentBadge, environmentColour } from "../src/environment-badge.tsx";
import { EnvironmentBand } from "../src/environment-band.tsx";
import { FilterChips } from "../src/filter-chips.tsx";
import { Kbd } from "../src/kbd.tsx";
import { notify } from "../src/notifications.tsx";
import { PageHeader } from "../src/page-header.tsx";
import { Person } from "../src/person.tsx";
import { RelativeTime } from "../src/relative-time.tsx";
import { StatusBadge } from "../src/status-badge.tsx";
import { Tabs } from "../src/tabs.tsx";

const threeHoursAgo = Date.now() - 3 * 3_600_000;
const row = { display: "flex", flexWrap: "wrap", gap: 12, alignItems: "center" } as const;
const colours = ["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet"] as const;

export function Controls() {
  const [tab, setTab] = useState("members");
  return (
    <section style={{ display: "grid", gap: 20 }}>
      <PageHeader
        title="Support desk"
        state="12 members, 3 roles, 5 projects"
        breadcrumb={[
          { label: "Northwind Group", href: "#" },
          { label: "Teams", href: "#" },
        ]}
        badge={<StatusBadge tone="good" label="Active" />}
        actions={
          <>
            <Button variant="default">Duplicate</Button>
            <Button>Add members</Button>
          </>
        }
        tabs={
          <Tabs
            label="Team"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: "members", label: "Members", count: 12 },
              { id: "roles", label: "Roles", count: 3 },
              { id: "history", label: "History" },
            ]}
          />
        }
      />
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        <EnvironmentBand environment="live" />
        <EnvironmentBand environment="sandbox" />
        <div style={row}>
          <EnvironmentBadge environment="live" />
          <EnvironmentBadge environment="sandbox" />
          <Button color={environmentColour.live}>Publish to Live</Button>
          <Button color={environmentColour.sandbox}>Publish to Sandbox</Button>
          <Button variant="light">Light</Button>
          <Button variant="subtle">Subtle</Button>
          <Button variant="outline">Outline</Button>
          <Button color="red">Delete</Button>
          <Button disabled>Disabled</Button>
        </div>
      </div>
      <div style={row}>
        {(["good", "busy", "info", "warning", "bad", "neutral"] as const).map((tone) => (
          <StatusBadge key={tone} tone={tone} label={tone} />
        ))}
        {colours.map((colour) => (
          <Badge key={colour} color={colour}>
            {colour}
          </Badge>
        ))}
        {colours.map((colour) => (
          <Badge key={colour} color={colour} variant="filled">
            {colour}
          </Badge>
        ))}
      </div>
      <div style={row}>
        <Person person={{ firstName: "Ada", lastName: "Admin" }} />
        <Person person={{ firstName: "Aiko", lastName: "Tanaka" }} detail="aiko@example.org" size="md" />
        <RelativeTime at={threeHoursAgo} />
        <CopyText label="Project id" value="01a1dd09-60c7-7cc9-8d2d-01764d834a6d" />
        <Kbd keys={["Mod", "K"]} />
        <FilterChips
          chips={[
            { id: "status", label: "Status", value: "Active" },
            { id: "team", label: "Team", value: "Support desk" },
          ]}
          onRemove={() => undefined}
          onClearAll={() => undefined}
        />
      </div>
      <div style={row}>
        <Button
          variant="default"
          onClick={() =>
            notify({
              tone: "good",
              message: "Moved to Archive",
              action: { label: "Undo", run: () => undefined },
            })
          }
        >
          Notify
        </Button>
        <Button
          variant="default"
          onClick={() =>
            notify({ tone: "bad", message: "The channel could not be saved: its name is taken." })
          }
        >
          Notify a failure
        </Button>
      </div>
    </section>
  );
}
