// The real widget in a frame, restyled while it is edited. It talks to the stream's bots as a test run.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { config } from "../../lib/config.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { Channel, Widget } from "./compare.ts";
import { useCustomerPlace } from "./environment.ts";
import { startStreamTest } from "./stream-documents.ts";
import { Choice } from "./style-controls.tsx";
import type { WidgetStyle } from "./widget-style.ts";
import classes from "./widget.module.css";

type Props = { channel: Channel; widget: Widget; style: WidgetStyle; css: string };

const said = z.object({ parley: z.string(), width: z.number().optional(), height: z.number().optional() });
const choices = {
  state: ["open", "closed"],
  device: ["desktop", "phone"],
  scheme: ["auto", "light", "dark"],
  text: ["own", "long"],
  direction: ["ltr", "rtl"],
} as const;

export function WidgetPreview({ channel, widget, style, css }: Props) {
  const { t } = useTranslation("channels");
  const { projectId } = useCustomerPlace();
  const [view, setView] = useState({
    state: "open",
    device: "desktop",
    scheme: "auto",
    text: "own",
    direction: "ltr",
  });
  const [isReady, setIsReady] = useState(false);
  const [size, setSize] = useState({ width: 96, height: 96 });
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [startTest] = useChange(startStreamTest);
  const origin = new URL(config.apiUrl).origin;

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const message = said.safeParse(data);
      if (!message.success || source !== frameRef.current?.contentWindow) return;
      const { parley, width = 96, height = 96 } = message.data;
      if (parley === "ready") setIsReady(true);
      if (parley === "size") setSize({ width, height });
      if (parley === "opened") setView((current) => ({ ...current, state: "open" }));
      if (parley === "close") setView((current) => ({ ...current, state: "closed" }));
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);

  useEffect(() => {
    if (!isReady) return;
    // Without a conversation the preview still shows how it looks.
    startTest({ projectId, pypeId: channel.id, streamId: widget.stream_id }).then(
      ({ startStreamTest: { conversationId, token } }) =>
        frameRef.current?.contentWindow?.postMessage(
          { parley: "conversation", id: conversationId, token },
          origin,
        ),
      () => undefined,
    );
  }, [isReady, startTest, projectId, channel.id, widget.stream_id, origin]);

  useEffect(() => {
    if (!isReady) return;
    const shown = {
      ...style,
      ...(view.scheme !== "auto" && { theme: view.scheme }),
      ...(view.text === "long" && {
        title: t("preview.longTitle"),
        subtitle: t("preview.longSubtitle"),
        launcherLabel: t("preview.longLauncher"),
      }),
    };
    const frame = frameRef.current?.contentWindow;
    const safeCss = loadsSomething(css) ? "" : css;
    frame?.postMessage({ parley: "preview", style: shown, css: safeCss, direction: view.direction }, origin);
  }, [isReady, style, css, view, t, origin]);

  useEffect(() => {
    if (isReady) frameRef.current?.contentWindow?.postMessage({ parley: view.state }, origin);
  }, [isReady, view.state, origin]);

  return (
    <section className={classes["preview"]} aria-label={t("preview.title")}>
      <div className={classes["previewBar"]}>
        {(["state", "device", "scheme", "text", "direction"] as const).map((name) => (
          <Choice
            key={name}
            label={t(`preview.${name}`)}
            options={choices[name].map((value) => ({ value, label: t(`preview.${value}`) }))}
            value={view[name]}
            onChange={(value) => setView({ ...view, [name]: value })}
          />
        ))}
      </div>
      <div className={classes["stage"]} data-device={view.device} data-scheme={view.scheme}>
        <iframe
          ref={frameRef}
          className={classes["frame"]}
          title={t("preview.frame", { name: widget.widget_name })}
          src={`${config.apiUrl}/widget?widget=${encodeURIComponent(widget.id)}&preview=1`}
          data-side={style.position === "left" ? "left" : "right"}
          style={view.device === "phone" && view.state === "open" ? { width: "100%", height: "100%" } : size}
        />
      </div>
      {loadsSomething(css) && <p className={classes["muted"]}>{t("preview.cssLeftOut")}</p>}
      {channel.status === "PAUSED" && <p className={classes["muted"]}>{t("preview.paused")}</p>}
      <p className={classes["muted"]}>{t("preview.hint")}</p>
    </section>
  );
}

/** The server refuses such css when it is saved; until then the preview must not run it either. */
function loadsSomething(css: string): boolean {
  return /@import|\(\s*["']?\s*(https?:|\/\/|data:)|url\s*\(|\\/iu.test(css);
}
