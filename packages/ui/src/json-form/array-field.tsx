import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTexts } from "../texts.tsx";
import { Field } from "./field.tsx";
import type { FieldProps } from "./props.ts";
import { resolved, startingValue, typeOf } from "./schema.ts";
import { ManyOfField } from "./simple-fields.tsx";
import classes from "./json-form.module.css";

export function ArrayField(props: FieldProps) {
  const { schema, root, path, label, value, isReadOnly, onChange, errorAt } = props;
  const texts = useTexts();
  const itemSchema = resolved(schema.items ?? {}, root);
  if (itemSchema.enum) return <ManyOfField {...props} schema={{ ...schema, items: itemSchema }} />;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems;
  const empty = () => startingValue(itemSchema, root) ?? (typeOf(itemSchema) === "string" ? "" : null);
  return (
    <fieldset className={classes["group"]}>
      <legend className={classes["legend"]}>{label}</legend>
      {schema.description && <p className={classes["description"]}>{schema.description}</p>}
      <ul className={classes["items"]}>
        {items.map((item, index) => (
          <li key={index} className={classes["item"]}>
            <div className={classes["itemField"]}>
              <Field
                schema={itemSchema}
                root={root}
                path={[...path, index]}
                label={`${itemSchema.title ?? label} ${index + 1}`}
                value={item}
                isRequired={false}
                isReadOnly={isReadOnly}
                errorAt={errorAt}
                onChange={(next) =>
                  onChange(items.map((other, place) => (place === index ? (next ?? empty()) : other)))
                }
              />
            </div>
            {!isReadOnly && (
              <ActionIcon
                aria-label={`${texts.removeItem} ${itemSchema.title ?? label} ${index + 1}`}
                onClick={() => onChange(items.filter((_other, place) => place !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={isFull}
          onClick={() => onChange([...items, empty()])}
        >
          {texts.addItem}
        </Button>
      )}
      {errorAt(path) && <p className={classes["error"]}>{errorAt(path)}</p>}
    </fieldset>
  );
}
