import { expect, test } from "vitest";
import { peopleFrom, readPeople } from "./import-rows.ts";

const people = (text: string) => {
  const table = readPeople(text);
  return peopleFrom(table, table.mapping);
};

test.each([
  ["nora.vane@example.org", { userName: "nora.vane@example.org", firstName: "Nora", lastName: "Vane" }],
  [
    "Ana Maria Souza <ana@example.org>",
    { userName: "ana@example.org", firstName: "Ana Maria", lastName: "Souza" },
  ],
  ["lee@example.org;Lee;Ng", { userName: "lee@example.org", firstName: "Lee", lastName: "Ng" }],
  ["Lee,Ng,lee@example.org", { userName: "lee@example.org", firstName: "Lee", lastName: "Ng" }],
])("reads %s", (text, expected) => {
  expect(people(text)).toEqual([expected]);
});

test("a header says which column is which, whatever their order", () => {
  expect(people("Surname,E-mail,Team,First name\nVane,nora@example.org,Care,Nora")).toEqual([
    { userName: "nora@example.org", firstName: "Nora", lastName: "Vane" },
  ]);
});

test("a column nobody recognises is left to be chosen", () => {
  const table = readPeople("Nachname,Post\nVane,x");
  expect(table.mapping).toEqual({ userName: undefined, firstName: undefined, lastName: undefined });
  expect(table.columns).toEqual(["Nachname", "Post"]);
});

test("mixed lines keep their order", () => {
  expect(people("a.b@x.org\nCy Dee <c@x.org>\n\ne@x.org").map((person) => person.userName)).toEqual([
    "a.b@x.org",
    "c@x.org",
    "e@x.org",
  ]);
});
