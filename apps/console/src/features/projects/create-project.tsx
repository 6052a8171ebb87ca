import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { Button, Checkbox, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
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
  return (
    <Modal opened onClose={onClose} title={t("create.title")} centered>
      <Fields accountId={accountId} onClose={onClose} />
    </Modal>
  );
}

function Fields({ accountId, onClose }: Props) {
  const { t } = useTranslation("projects");
  const navigate = useNavigate();
  const { data } = useData(productsQuery, {});
  const errors = useFieldErrors(["name", "description", "productIds"]);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [without, setWithout] = useState<string[]>([]);
  const [create, { isBusy }] = useChange(createMutation);
  const products = data?.allToolProducts ?? [];
  const save = async () => {
    try {
      const productIds = products
        .filter((product) => !without.includes(product.id))
        .map((product) => product.id);
      const answer = await create({ name, description, productIds, accountId });
      await navigate(urlTo(paths.project, { orgId: accountId, projectId: answer.createProject.id }));
    } catch (error) {
      errors.place(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t("details.name")}
          required
          data-autofocus
          value={name}
          onChange={(event) => {
            errors.clear("name");
            setName(event.currentTarget.value);
          }}
          {...errors.on("name")}
        />
        <Textarea
          label={t("details.description")}
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          {...errors.on("description")}
        />
        <Checkbox.Group
          label={t("details.products")}
          value={products.filter((product) => !without.includes(product.id)).map((product) => product.id)}
          onChange={(chosen) =>
            setWithout(
              products.filter((product) => !chosen.includes(product.id)).map((product) => product.id),
            )
          }
          {...errors.on("productIds")}
        >
          <Stack gap={6} mt={6}>
            {products.map((product) => (
              <Checkbox key={product.id} value={product.id} label={product.displayName} />
            ))}
          </Stack>
        </Checkbox.Group>
        {errors.form && <ErrorState error={errors.form} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("create.cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ""}>
            {t("create.action")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
