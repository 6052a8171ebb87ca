import { Button } from "@mantine/core";
import { IconFolders } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../src/confirm-dialog.tsx";
import { EmptyState } from "../src/empty-state.tsx";
import { ErrorState } from "../src/error-state.tsx";
import { JobProgress } from "../src/job-progress.tsx";
import { SidePanel } from "../src/side-panel.tsx";
import { StickySaveBar } from "../src/sticky-save-bar.tsx";

export function States() {
  const [isAsking, setIsAsking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section style={{ display: "grid", gap: 20 }}>
      <EmptyState
        icon={<IconFolders size={20} />}
        title="No projects yet"
        hint="A project holds bots and channels."
        action={{ label: "Create a project", onClick: () => undefined }}
      />
      <ErrorState
        title="The projects could not be loaded"
        error={{ message: "The database does not answer." }}
        next="Your work is safe."
        onRetry={() => undefined}
      />
      <ErrorState error={{ message: "A team with this name exists." }} onRetry={() => undefined} isInline />
      <JobProgress label="Training version 4" state="running" progress={0.62} detail="Intent 31 of 50" />
      <JobProgress label="Indexing files" state="queued" />
      <JobProgress
        label="Publishing"
        state="failed"
        detail="Sandbox refused the version: two nodes have no answer."
      />
      <div>
        <Button color="red" onClick={() => setIsAsking(true)}>
          Delete project
        </Button>{" "}
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Open panel
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete Help centre?"
        losses={[
          { label: "bots", count: 4 },
          { label: "conversations", count: 12940 },
        ]}
        typedName="Help centre"
        confirmLabel="Delete project"
        onConfirm={() => Promise.reject(new Error("Only an administrator can delete a project."))}
      >
        Nobody can bring it back afterwards.
      </ConfirmDialog>
      <SidePanel
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Aiko Tanaka"
        subtitle="aiko@example.org"
      >
        Details
      </SidePanel>
      <StickySaveBar
        unsavedFields={["Name", "Time zone"]}
        onSave={() => undefined}
        onDiscard={() => undefined}
        error={{ message: "The name is taken." }}
      />
    </section>
  );
}
