import type { Message } from "@parley/identity-client";
import { useEffect, useState } from "react";
import { messageText } from "../flows/messages.ts";
import type { Problem } from "../outcome/problem.ts";

/** Errors interrupt a screen reader, the rest waits its turn. */
export function Messages({ messages }: { messages: Message[] | undefined }) {
  return messages?.map((message) => (
    <p
      key={message.id}
      className={`notice notice-${message.type}`}
      role={message.type === "error" ? "alert" : "status"}
      data-message-id={message.id}
    >
      {messageText(message)}
    </p>
  ));
}

type ProblemNoticeProps = { problem: Problem; onRetry: () => void; startAgainUrl: string; signInUrl: string };

export function ProblemNotice({ problem, onRetry, startAgainUrl, signInUrl }: ProblemNoticeProps) {
  return (
    <div className="notice notice-error" role="alert">
      <strong>{problem.title}</strong>
      <p>{problem.sentence}</p>
      {problem.nextStep === "wait" && (
        <Countdown key={problem.retryAfterSeconds} seconds={problem.retryAfterSeconds ?? 30} />
      )}
      {problem.nextStep === "try-again" && (
        <button type="button" className="button button-quiet" onClick={onRetry}>
          Try again
        </button>
      )}
      {problem.nextStep === "start-again" && (
        <a className="button button-quiet" href={startAgainUrl}>
          Start again
        </a>
      )}
      {problem.nextStep === "sign-in" && (
        <a className="button button-quiet" href={signInUrl}>
          Go to sign in
        </a>
      )}
    </div>
  );
}

/** Says once how long to wait and once that it is over; the seconds between are for the eye alone. */
function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((value) => Math.max(0, value - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  if (left === 0) return <p role="status">You can try again now.</p>;
  return (
    <p>
      <span className="unseen">Try again in {inWords(seconds)}.</span>
      <span aria-hidden="true">Try again in {inWords(left)}.</span>
    </p>
  );
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
