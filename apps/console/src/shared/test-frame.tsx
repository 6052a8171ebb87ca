// The real chat in a frame, with a test conversation that the console began.
import { useEffect, useRef } from "react";
import classes from "./test-frame.module.css";

type Run = { conversationId: string; token: string; url: string };

export function TestFrame({ run, title }: { run: Run; title: string }) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const frame = frameRef.current?.contentWindow;
      if (!frame || source !== frame || !isReady(data)) return;
      frame.postMessage(
        { parley: "conversation", id: run.conversationId, token: run.token },
        new URL(run.url).origin,
      );
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [run]);
  return <iframe ref={frameRef} className={classes["frame"]} src={run.url} title={title} />;
}

function isReady(data: unknown): boolean {
  return typeof data === "object" && data !== null && "parley" in data && data.parley === "ready";
}
