// Notices when the last session of the person was ended elsewhere, and says so after the next sign-in.
import { useEffect } from "react";
import { goToSignIn } from "../lib/session.ts";
import { useHasActiveSessions } from "../shared/user-session.ts";
import { useViewer } from "../shared/viewer.tsx";

export function SessionWatch() {
  const { id } = useViewer();
  const isEnded = useHasActiveSessions(id) === false;
  useEffect(() => {
    if (isEnded) goToSignIn();
  }, [isEnded]);
  return null;
}
