// On the pages of a project whose agents are about to stop, or have: why, and where to change it.
import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";
import { useAllowedActions } from "./rights.ts";
import { paths, urlTo } from "./urls.ts";
import classes from "./budget-notice.module.css";

const budgetQuery = graphql(`
  query GetBudgetState($projectId: ID!) {
    llmBudget(projectId: $projectId) {
      projectId
      monthlyLimit
      spentThisMonth
      isAlerted
      isStopped
    }
  }
`);

export function BudgetNotice() {
  const { t } = useTranslation("credentials");
  const { orgId = "", projectId = "" } = useParams();
  const mayRead = useAllowedActions(projectId)?.includes("credential.read") ?? false;
  const { data } = useData(budgetQuery, { projectId }, { isPaused: !mayRead, types: ["LLMBudget"] });
  const budget = data?.llmBudget;
  if (!budget?.monthlyLimit || !(budget.isStopped || budget.isAlerted)) return null;
  const share = Math.round((budget.spentThisMonth / budget.monthlyLimit) * 100);
  return (
    <p className={classes["notice"]} role="status" data-tone={budget.isStopped ? "bad" : "warning"}>
      {budget.isStopped ? t("budget.noticeStopped") : t("budget.noticeAlerted", { share })}{" "}
      <Link href={`${urlTo(paths.credentials, { orgId, projectId })}?tab=usage`}>{t("budget.title")}</Link>
    </p>
  );
}
