// A form made from a JSON schema: options of applets, packages and integrations. Fetched when first shown.
import { lazy, Suspense } from "react";
import { useTexts } from "./texts.tsx";
import type { JsonFormProps } from "./json-form/props.ts";

export type { Choices, JsonFormProps } from "./json-form/props.ts";
export type { Schema } from "./json-form/schema.ts";
export { startingValue } from "./json-form/schema.ts";
export { validate } from "./json-form/validate.ts";

const Form = lazy(() => import("./json-form/form.tsx").then((module) => ({ default: module.Form })));

export function JsonForm(props: JsonFormProps) {
  const texts = useTexts();
  return (
    <Suspense fallback={<div role="progressbar" aria-label={texts.loading} />}>
      <Form {...props} />
    </Suspense>
  );
}
