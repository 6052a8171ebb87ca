import {
  IconArrowsSplit2,
  IconBook2,
  IconBox,
  IconClock,
  IconCode,
  IconCornerUpRight,
  IconFrame,
  IconHelpCircle,
  IconLayoutCards,
  IconListCheck,
  IconMessage2,
  IconNote,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugConnected,
  IconRoute,
  IconSparkles,
  IconTerminal2,
  IconUserShare,
  IconVariable,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";

const icons: Readonly<Record<string, Icon>> = {
  start: IconPlayerPlay,
  message: IconMessage2,
  "rich-asset": IconLayoutCards,
  question: IconHelpCircle,
  choice: IconListCheck,
  "intent-route": IconRoute,
  decision: IconArrowsSplit2,
  "set-variables": IconVariable,
  jump: IconCornerUpRight,
  wait: IconClock,
  "llm-task": IconSparkles,
  "knowledge-answer": IconBook2,
  script: IconCode,
  "http-request": IconPlugConnected,
  command: IconTerminal2,
  "hand-off": IconUserShare,
  end: IconPlayerStop,
  note: IconNote,
  group: IconFrame,
};

export function NodeIcon({ type, size = 15 }: { type: string; size?: number }) {
  const Shown = icons[type] ?? IconBox;
  return <Shown size={size} aria-hidden />;
}
