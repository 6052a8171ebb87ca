import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTexts } from "../texts.tsx";
import classes from "./data-table.module.css";

type Props = {
  matchCount: number;
  pageSize: number | undefined;
  page: number;
  onPage: (page: number) => void;
};

export function TableFooter({ matchCount, pageSize, page, onPage }: Props) {
  const texts = useTexts();
  const pages = pageSize ? Math.max(1, Math.ceil(matchCount / pageSize)) : 1;
  return (
    <div className={classes["footer"]}>
      <span role="status">{texts.rowCount(matchCount)}</span>
      {pages > 1 && (
        <nav className={classes["pager"]} aria-label={texts.pageOf(page, pages)}>
          <span>{texts.pageOf(page, pages)}</span>
          <ActionIcon aria-label={texts.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon aria-label={texts.nextPage} disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </nav>
      )}
    </div>
  );
}
