// Runs before the first paint, so that a dark page never flashes white. A file of its own, because
// the content security policy allows no inline script.
function chosenScheme() {
  try {
    return localStorage.getItem("mantine-color-scheme-value");
  } catch {
    return null;
  }
}

const scheme = chosenScheme();
const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
const isDark = scheme === "dark" || (scheme !== "light" && prefersDark);
document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
