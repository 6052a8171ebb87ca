export interface Style {
  title?: string;
  subtitle?: string;
  color?: string;
  textColor?: string;
  position?: string;
  theme?: string;
  launcherLabel?: string;
  placeholder?: string;
  avatarUrl?: string;
  radius?: number;
}

export interface Settings {
  widgetId: string | null;
  isPreview: boolean;
  /** Whether anybody answers. */
  isOpen: boolean;
  /** False on customers' pages, where a button opens the window. */
  startsOpen: boolean;
  style: Style;
  consoleOrigin: string;
  customerName: string;
}

export function readSettings(): Settings {
  const text = document.getElementById("parley-config")?.textContent ?? "{}";
  return {
    widgetId: null,
    isPreview: false,
    isOpen: true,
    startsOpen: true,
    style: {},
    consoleOrigin: "",
    customerName: "",
    ...(JSON.parse(text) as Partial<Settings>),
  };
}

export const colourForm = /^(#[0-9a-f]{3,8}|[a-z]{3,20}|(rgb|hsl|oklch)a?\([\d\s.,%/-]{1,60}\))$/i;
