import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Checkbox, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { ask } from "../../lib/graphql/ask.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";

const productsQuery = graphql(`
  query GetProductsForNewProject {
    allToolProducts {
      id
      displayName
    }
  }
`);

const createMutation = graphql(`
  mutation CreateProject($name: String!, $productIds: [ID!]!, $accountId: ID!, $description: String) {
    createProject(name: $name, productIds: $productIds, accountId: $accountId, description: $description) {
      id
    }
  }
`);

type Props = { accountId: string; onClose: () => void };

export function CreateProject({ accountId, onClose }: Props) {
  const { t } = useTranslation("projects");
  const navigate = useNavigate();
  const { data } = useData(productsQuery, {});
  const errors = useFieldErrors(["name", "description", "productIds"]);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [without, setWithout] = useState<string[]>([]);
  const [create] = useChange(createMutation);
  const products = data?.allToolProducts ?? [];
  const save = async () => {
    // Whoever is quicker than the list of products gets all of them.
    const { allToolProducts } = data ?? (await ask(productsQuery, {}));
    const productIds = allToolProducts
      .filter((product) => !without.includes(product.id))
      .map((product) => product.id);
    const answer = await create({ name, description, productIds, accountId });
    // "Back" leads to the list, not to an empty form.
    await navigate(urlTo(paths.project, { orgId: accountId, projectId: answer.createProject.id }), {
      replace: true,
    });
  };
  return (
    <FormDialog
      title={t("create.title")}
      errors={errors}
      submitLabel={t("create.action")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label={t("details.name")} required data-autofocus {...errors.text("name", name, setName)} />
      <Textarea
        label={t("details.description")}
        autosize
        minRows={2}
        {...errors.text("description", description, setDescription)}
      />
      <Checkbox.Group
        label={t("details.products")}
        value={products.filter((product) => !without.includes(product.id)).map((product) => product.id)}
        onChange={(chosen) =>
          setWithout(products.filter((product) => !chosen.includes(product.id)).map((product) => product.id))
        }
        {...errors.on("productIds")}
      >
        <Stack gap={6} mt={6}>
          {products.map((product) => (
            <Checkbox key={product.id} value={product.id} label={product.displayName} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
