// A defect in a page must not take the console away: say so, keep the way back.
import { ErrorState } from "@parley/ui/error-state";
import i18next from "i18next";
import { Component } from "react";
import type { ReactNode } from "react";

type Props = { children: ReactNode; /** A new address gets a new chance. */ resetKey?: string };
type State = { error: Error | undefined; resetKey: string | undefined };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (isMissingCode(error))
      return (
        <ErrorState
          title={i18next.t("crashed.missingCode")}
          error={{ message: i18next.t("crashed.missingCodeWhy") }}
          onRetry={() => location.reload()}
        />
      );
    return (
      <ErrorState
        title={i18next.t("crashed.title")}
        error={error}
        next={i18next.t("crashed.next")}
        onRetry={() => location.reload()}
      />
    );
  }
}

/** What Chromium, Firefox and Safari say when a part of the page is not there: after an upgrade, or offline. */
function isMissingCode({ message }: Error): boolean {
  return /dynamically imported module|Importing a module script failed|Unable to preload/i.test(message);
}
