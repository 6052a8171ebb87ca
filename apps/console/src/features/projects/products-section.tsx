// The products a project uses. Switching one off says first who loses access by it.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { notify } from "@parley/ui/notifications";
import { Checkbox, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { updateProjectMutation } from "./general-section.tsx";
import { Section } from "./section.tsx";
import classes from "./project-page.module.css";

export const productsFragment = graphql(`
  fragment ProductsSection on Project {
    id
    version
    canUpdate
    projectProductSettings {
      productId
      product {
        id
        displayName
      }
    }
  }
`);

const productsQuery = graphql(`
  query GetAllToolProducts {
    allToolProducts {
      id
      name
      displayName
    }
  }
`);

const lossesQuery = graphql(`
  query GetProductAccessLosses($projectId: ID!, $productId: ID!) {
    productAccessLosses(projectId: $projectId, productId: $productId) {
      user {
        id
        firstName
        lastName
      }
      roles
      teamName
    }
  }
`);

type Project = ResultOf<typeof productsFragment>;
type Product = { id: string; displayName: string };

export function ProductsSection({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const { data } = useData(productsQuery, {});
  const [update, { isBusy }] = useChange(updateProjectMutation);
  const [leaving, setLeaving] = useState<Product>();
  const current = project.projectProductSettings.map((setting) => setting.productId);
  const set = (productIds: string[]) => update({ id: project.id, version: project.version, productIds });
  const add = async (product: Product) => {
    try {
      await set([...current, product.id]);
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Section title={t("details.products")} hint={t("details.productsHint")}>
      <Stack gap="xs">
        {(data?.allToolProducts ?? []).map((product) => (
          <Checkbox
            key={product.id}
            label={product.displayName}
            description={t(`details.productHint.${product.name}`)}
            checked={current.includes(product.id)}
            disabled={!project.canUpdate || isBusy}
            onChange={(event) => (event.currentTarget.checked ? void add(product) : setLeaving(product))}
          />
        ))}
      </Stack>
      {leaving && (
        <RemoveProduct
          projectId={project.id}
          product={leaving}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await set(current.filter((id) => id !== leaving.id));
            setLeaving(undefined);
          }}
        />
      )}
    </Section>
  );
}

type RemoveProps = {
  projectId: string;
  product: Product;
  onClose: () => void;
  onConfirm: () => Promise<void>;
};

function RemoveProduct({ projectId, product, onClose, onConfirm }: RemoveProps) {
  const { t } = useTranslation("projects");
  const { data } = useData(lossesQuery, { projectId, productId: product.id });
  const losses = data?.productAccessLosses ?? [];
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("details.removeProduct", { name: product.displayName })}
      confirmLabel={t("details.removeProductAction", { name: product.displayName })}
      onConfirm={onConfirm}
    >
      <p>{t("details.loseAccess", { count: losses.length })}</p>
      <ul className={classes["losses"]}>
        {losses.slice(0, 20).map((loss) => (
          <li key={`${loss.user.id} ${loss.teamName}`}>
            {loss.user.firstName} {loss.user.lastName}: {loss.roles.join(", ")}
            {loss.teamName && ` (${loss.teamName})`}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
