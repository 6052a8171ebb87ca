// What is seen while it is being found out who is looking: the frame, empty.
import { PageLoading } from "./page-loading.tsx";
import rail from "./rail.module.css";
import classes from "./shell.module.css";

export function ShellSkeleton() {
  return (
    <div className={classes["shell"]}>
      <div className={rail["rail"]} aria-hidden />
      <main className={classes["page"]}>
        <PageLoading />
      </main>
    </div>
  );
}
