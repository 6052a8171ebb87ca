import { Button } from "@mantine/core";
import { useState } from "react";
import { DataTable } from "../src/data-table.tsx";
import type { Column } from "../src/data-table.tsx";
import { EmptyState } from "../src/empty-state.tsx";
import { Person } from "../src/person.tsx";
import { SidePanel } from "../src/side-panel.tsx";
import { StatusBadge } from "../src/status-badge.tsx";

type Visitor = { id: string; first: string; last: string; turns: number; isOpen: boolean };

const firsts = ["Ada", "Aiko", "Bruno", "Claire", "Elena", "Henrik", "Ingrid", "Jonas", "Luca", "Mara"];
const lasts = [
  "Admin",
  "Tanaka",
  "Costa",
  "Dubois",
  "Petrova",
  "Aas",
  "Solheim",
  "Weber",
  "Moretti",
  "Lindqvist",
];
const visitors: Visitor[] = Array.from({ length: 10_000 }, (_value, index) => ({
  id: `visitor-${index}`,
  first: firsts[index % 10] ?? "",
  last: `${lasts[Math.floor(index / 10) % 10] ?? ""} ${index}`,
  turns: (index * 7919) % 240,
  isOpen: index % 3 === 0,
}));

const columns: Column<Visitor>[] = [
  {
    id: "name",
    header: "Visitor",
    isAlwaysShown: true,
    value: (row) => `${row.first} ${row.last}`,
    cell: (row) => <Person person={{ firstName: row.first, lastName: row.last }} />,
  },
  {
    id: "status",
    header: "Status",
    width: "160px",
    value: (row) => (row.isOpen ? "Open" : "Closed"),
    cell: (row) => (
      <StatusBadge tone={row.isOpen ? "busy" : "neutral"} label={row.isOpen ? "Open" : "Closed"} />
    ),
  },
  {
    id: "turns",
    header: "Turns",
    width: "120px",
    align: "right",
    value: (row) => row.turns,
    cell: (row) => row.turns.toLocaleString(),
  },
];

export function Rows() {
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const [open, setOpen] = useState<Visitor>();
  return (
    <section style={{ display: "grid", gap: 32 }}>
      <DataTable
        label="Visitors"
        storageKey="showcase"
        columns={columns}
        rows={visitors}
        getRowId={(row) => row.id}
        selection={{
          selectedIds,
          onChange: setSelectedIds,
          actions: (rows) => <Button size="xs">Close {rows.length}</Button>,
        }}
        onOpenRow={setOpen}
        openRowId={open?.id}
      />
      <SidePanel
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? `${open.first} ${open.last}` : ""}
      >
        {open?.turns} turns
      </SidePanel>
      <DataTable
        label="Loading"
        storageKey="loading"
        columns={columns}
        rows={undefined}
        isLoading
        getRowId={(row) => row.id}
        fillsPage={false}
      />
      <DataTable
        label="Empty"
        storageKey="empty"
        columns={columns}
        rows={[]}
        getRowId={(row) => row.id}
        fillsPage={false}
        empty={<EmptyState title="No visitors yet" />}
      />
      <DataTable
        label="Failed"
        storageKey="failed"
        columns={columns}
        rows={[]}
        error={{ message: "The database does not answer." }}
        onRetry={() => undefined}
        getRowId={(row) => row.id}
        fillsPage={false}
      />
    </section>
  );
}
