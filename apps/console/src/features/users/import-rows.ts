// People out of what somebody pastes or uploads: one address per line, "Name <address>", or a table.
import { parseCsv } from "../../shared/csv.ts";

export type NewPerson = { userName: string; firstName: string; lastName: string };
export type PersonField = keyof NewPerson;
export type Mapping = Readonly<Record<PersonField, number | undefined>>;
export type PeopleTable = {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  mapping: Mapping;
};

const wording: Readonly<Record<PersonField, RegExp>> = {
  userName: /^(e-?mail( address)?|address|user ?name|login|mail)$/iu,
  firstName: /^(first ?name|given ?name|forename|first)$/iu,
  lastName: /^(last ?name|family ?name|surname|last)$/iu,
};

export function readPeople(text: string): PeopleTable {
  const cells = parseCsv(text.replaceAll(/^\s*(.+?)\s*<([^<>\s]+@[^<>\s]+)>[,;]?\s*$/gmu, named));
  const head = cells[0] ?? [];
  const hasHeader = head.length > 0 && !head.some((cell) => cell.includes("@"));
  const rows = hasHeader ? cells.slice(1) : cells;
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_value, index) =>
    hasHeader ? (head[index] ?? "") : (rows[0]?.[index] ?? ""),
  );
  return { columns, rows, mapping: hasHeader ? byWords(head) : byPlace(rows, width) };
}

/** Missing names are read out of the address: nora.vane@example.org is Nora Vane. */
export function peopleFrom(table: PeopleTable, mapping: Mapping): NewPerson[] {
  return table.rows.map((row) => {
    const at = (field: PersonField) => {
      const index = mapping[field];
      return index === undefined ? "" : (row[index] ?? "").trim();
    };
    const guess = nameIn(at("userName"));
    return {
      userName: at("userName"),
      firstName: at("firstName") || guess.firstName,
      lastName: at("lastName") || guess.lastName,
    };
  });
}

function named(_line: string, name: string, address: string): string {
  const words = name.replaceAll(/["',]/gu, " ").trim().split(/\s+/u);
  return `${address},"${words.slice(0, -1).join(" ") || (words[0] ?? "")}","${words.length > 1 ? words.at(-1) : ""}"`;
}

function byWords(head: readonly string[]): Mapping {
  const find = (field: PersonField) => {
    const index = head.findIndex((cell) => wording[field].test(cell.trim()));
    return index < 0 ? undefined : index;
  };
  return { userName: find("userName"), firstName: find("firstName"), lastName: find("lastName") };
}

function byPlace(rows: readonly (readonly string[])[], width: number): Mapping {
  const address = rows[0]?.findIndex((cell) => cell.includes("@")) ?? -1;
  const others = Array.from({ length: width }, (_value, index) => index).filter((index) => index !== address);
  return { userName: address < 0 ? 0 : address, firstName: others[0], lastName: others[1] };
}

function nameIn(address: string): { firstName: string; lastName: string } {
  const words = (address.split("@")[0] ?? "")
    .split(/[._+-]+/u)
    .filter(Boolean)
    .map(capital);
  return { firstName: words[0] ?? "", lastName: words.slice(1).join(" ") };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
