// The look of Parley on Mantine: default sizes, names for icon-only buttons, colours by variable.
import { createTheme, defaultVariantColorsResolver, MantineProvider } from "@mantine/core";
import type { VariantColorsResolver } from "@mantine/core";
import type { ReactNode } from "react";

export function ThemeProvider({
  children,
  styleNonce,
}: {
  children: ReactNode;
  styleNonce?: string | undefined;
}) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      {...(styleNonce ? { getStyleNonce: () => styleNonce } : {})}
    >
      {children}
    </MantineProvider>
  );
}

// Mantine picks white or black text from the light scheme's shade; ours is a variable per scheme.
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  const colour = input.color ?? input.theme.primaryColor;
  if (input.variant !== "filled" || !(colour in input.theme.colors)) return colours;
  return { ...colours, color: `var(--mantine-color-${colour}-on-filled)` };
};

const closeButtonProps = { "aria-label": "Close" };
// Scroll locking writes a style tag, which the content security policy refuses; the overlay is enough.
const dialog = { defaultProps: { closeButtonProps, lockScroll: false, transitionProps: { duration: 120 } } };

export const theme = createTheme({
  primaryColor: "teal",
  respectReducedMotion: true,
  cursorType: "pointer",
  variantColorResolver,
  components: {
    Modal: dialog,
    Drawer: dialog,
    Notification: { defaultProps: { closeButtonProps } },
    Alert: { defaultProps: { closeButtonLabel: "Close" } },
    CloseButton: { defaultProps: { "aria-label": "Close" } },
    Badge: { defaultProps: { variant: "light", radius: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
    Loader: { defaultProps: { size: "sm" } },
  },
});
