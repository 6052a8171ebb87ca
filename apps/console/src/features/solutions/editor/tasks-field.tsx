import { ActionIcon, Button, Textarea, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./editor.module.css";

type Task = { id: string; name: string; description: string };
type Props = { tasks: readonly Task[]; isDisabled: boolean; onChange: (tasks: Task[]) => void };

/** The sub-agents the supervisor can hand a question to. */
export function TasksField({ tasks, isDisabled, onChange }: Props) {
  const { t } = useTranslation("solutions");
  const set = (id: string, part: Partial<Task>) =>
    onChange(tasks.map((task) => (task.id === id ? { ...task, ...part } : task)));
  return (
    <div className={classes["tasks"]}>
      <p className={classes["muted"]}>{t("help.tasks")}</p>
      {tasks.map((task, index) => (
        <div key={task.id} className={classes["task"]}>
          <TextInput
            aria-label={t("task.name", { number: index + 1 })}
            placeholder={t("task.namePlaceholder")}
            value={task.name}
            disabled={isDisabled}
            onChange={(event) => set(task.id, { name: event.currentTarget.value })}
          />
          <Textarea
            aria-label={t("task.description", { number: index + 1 })}
            placeholder={t("task.descriptionPlaceholder")}
            autosize
            minRows={2}
            value={task.description}
            disabled={isDisabled}
            onChange={(event) => set(task.id, { description: event.currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            aria-label={t("task.remove", { name: task.name || index + 1 })}
            disabled={isDisabled}
            onClick={() => onChange(tasks.filter((other) => other.id !== task.id))}
          >
            <IconX size={15} />
          </ActionIcon>
        </div>
      ))}
      {!isDisabled && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...tasks, { id: crypto.randomUUID(), name: "", description: "" }])}
        >
          {t("task.add")}
        </Button>
      )}
    </div>
  );
}
