// The real chat in a frame, with a test conversation that the console began.
import { useEffect, useRef } from "react";
import classes from "./test-frame.module.css";

type Run = { conversationId: string; token: string; url: string };

type Props = { run: Run; title: string; onClose?: () => void };

export function TestFrame({ run, title, onClose }: Props) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const frame = frameRef.current?.contentWindow;
      if (!frame || source !== frame) return;
      // Escape and the arrow of the chat: keys pressed in the frame do not reach this page.
      if (says(data, "close")) onClose?.();
      if (!says(data, "ready")) return;
      frame.postMessage(
        { parley: "conversation", id: run.conversationId, token: run.token },
        new URL(run.url).origin,
      );
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [run, onClose]);
  return <iframe ref={frameRef} className={classes["frame"]} src={run.url} title={title} />;
}

function says(data: unknown, word: string): boolean {
  return typeof data === "object" && data !== null && "parley" in data && data.parley === word;
}
