// What visitors see of a rich asset. Texts are text: nothing written in a field becomes markup.
import type { FlowNode, Json, JsonObject } from "@parley/flow";
import { useTranslation } from "react-i18next";
import classes from "./preview.module.css";

export function RichAssetPreview({
  type,
  content,
}: {
  type: FlowNode["richAssetType"];
  content: JsonObject;
}) {
  const { t } = useTranslation("pro-studio");
  switch (type) {
    case "card":
      return <Card content={content} />;
    case "carousel":
      return (
        <div className={classes["carousel"]}>
          {objects(content["cards"]).map((card, i) => (
            <Card key={i} content={card} />
          ))}
        </div>
      );
    case "buttons":
      return <Buttons content={content} />;
    case "image":
      return <Picture url={text(content["url"])} alt={text(content["alt"])} />;
    case "form":
      return (
        <div className={classes["card"]}>
          {text(content["title"]) !== "" && <strong>{text(content["title"])}</strong>}
          {objects(content["fields"]).map((field, i) => (
            <div key={i} className={classes["formField"]}>
              {text(field["label"]) || text(field["name"])}
              {field["isRequired"] === true && " *"}
              <span className={classes["box"]}>{text(field["type"])}</span>
            </div>
          ))}
          <span className={classes["button"]}>{text(content["submitLabel"]) || t("chat.submit")}</span>
        </div>
      );
    default:
      return null;
  }
}

function Card({ content }: { content: JsonObject }) {
  return (
    <div className={classes["card"]}>
      <Picture url={text(content["imageUrl"])} alt={text(content["imageAlt"])} />
      <strong>{text(content["title"])}</strong>
      {text(content["text"]) !== "" && <p>{text(content["text"])}</p>}
      <Buttons content={content} />
    </div>
  );
}

function Buttons({ content }: { content: JsonObject }) {
  return (
    <div className={classes["buttons"]}>
      {objects(content["buttons"]).map((button, i) => (
        <span key={i} className={classes["button"]}>
          {text(button["label"])}
        </span>
      ))}
    </div>
  );
}

/** Pictures of other sites are not fetched while one edits: the address alone would tell them who edits. */
function Picture({ url, alt }: { url: string; alt: string }) {
  if (url === "") return null;
  return <div className={classes["picture"]}>{alt || url}</div>;
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function objects(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is JsonObject => typeof item === "object" && item !== null && !Array.isArray(item),
  );
}
