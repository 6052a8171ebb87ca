// A few guest processes, one script each at a time. A process that does not answer is killed and replaced.
import { createFairQueue } from "./fair-queue.ts";
import type { Failure, FromGuest, ToGuest } from "./guest/protocol.ts";
import { startGuestProcess, type GuestProcess } from "./guest-process.ts";

export interface Job {
  readonly owner: string;
  readonly order: ToGuest;
  /** From the moment a process takes it. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onStart?: () => void;
  /** Every message of the process that runs this job; true ends the job. */
  readonly onMessage: (message: FromGuest, reply: (message: ToGuest) => void) => boolean;
  /** The job ended without its last message. */
  readonly onFailure: (failure: Failure) => void;
}

export interface PoolOptions {
  readonly processes: number;
  readonly mostWaiting: number;
  readonly mostWaitMs: number;
}

export interface ProcessPool {
  submit(job: Job): void;
  readonly pids: readonly number[];
  close(): void;
}

interface Waiting {
  readonly job: Job;
  /** Ends the waiting: no timer and no listener stays behind. */
  readonly taken: () => void;
}

interface Slot {
  process: GuestProcess;
  isReady: boolean;
  jobs: number;
  job: Job | undefined;
  finish: () => void;
}

/** A process stops scripts by itself; the server only steps in when it is stuck inside a built-in. */
const graceMs = 200;
const jobsPerProcess = 1_000;
const restartPauseMs = 1_000;

const busy: Failure = { kind: "busy", message: "Too many scripts are running. Try again soon." };
const tooLate: Failure = { kind: "deadline", message: "The script took too long and was stopped." };
const crashed: Failure = { kind: "crashed", message: "The script broke its sandbox, which was replaced." };
const aborted: Failure = { kind: "aborted", message: "The script was stopped because nobody waits for it." };

export function createProcessPool({ processes, mostWaiting, mostWaitMs }: PoolOptions): ProcessPool {
  const queue = createFairQueue<Waiting>();
  const slots = new Set<Slot>();
  let isClosed = false;

  const startSlot = () => {
    const slot: Slot = {
      process: startGuestProcess({
        onMessage: (message) => heard(slot, message),
        onExit: () => lost(slot),
      }),
      isReady: false,
      jobs: 0,
      job: undefined,
      finish: () => undefined,
    };
    slots.add(slot);
  };

  const dispatch = () => {
    for (const slot of slots) {
      if (!slot.isReady || slot.job !== undefined) continue;
      const next = queue.take();
      if (next === undefined) return;
      next.taken();
      assign(slot, next.job);
    }
    if (queue.size > 0 && slots.size < processes && !isClosed) startSlot();
  };

  const assign = (slot: Slot, job: Job) => {
    const stop = (failure: Failure) => () => {
      slot.finish();
      job.onFailure(failure);
      retire(slot);
    };
    const timer = setTimeout(stop(tooLate), job.deadlineMs + graceMs);
    const onAbort = stop(aborted);
    job.signal?.addEventListener("abort", onAbort, { once: true });
    slot.job = job;
    slot.jobs += 1;
    slot.finish = () => {
      clearTimeout(timer);
      job.signal?.removeEventListener("abort", onAbort);
      slot.job = undefined;
      slot.finish = () => undefined;
    };
    job.onStart?.();
    slot.process.send(job.order);
  };

  const heard = (slot: Slot, message: FromGuest) => {
    if (message.type === "ready") slot.isReady = true;
    else if (slot.job?.onMessage(message, (reply) => slot.process.send(reply)) === true) {
      slot.finish();
      if (slot.jobs >= jobsPerProcess) retire(slot);
    }
    dispatch();
  };

  const retire = (slot: Slot) => {
    slots.delete(slot);
    slot.process.kill();
    dispatch();
  };

  const lost = (slot: Slot) => {
    const { job } = slot;
    slot.finish();
    slots.delete(slot);
    job?.onFailure(crashed);
    // One that could not even start is tried again more slowly.
    if (slot.isReady) dispatch();
    else setTimeout(dispatch, restartPauseMs).unref();
  };

  return {
    submit: (job) => {
      if (job.signal?.aborted === true) return job.onFailure(aborted);
      if (isClosed || queue.size >= mostWaiting) return job.onFailure(busy);
      const leave = (failure: Failure) => () => {
        queue.remove(job.owner, waiting);
        waiting.taken();
        job.onFailure(failure);
      };
      const timer = setTimeout(leave(busy), mostWaitMs);
      const onAbort = leave(aborted);
      job.signal?.addEventListener("abort", onAbort, { once: true });
      const taken = () => {
        clearTimeout(timer);
        job.signal?.removeEventListener("abort", onAbort);
      };
      const waiting = { job, taken };
      queue.add(job.owner, waiting);
      dispatch();
    },
    get pids() {
      return [...slots].flatMap((slot) => slot.process.pid ?? []);
    },
    close: () => {
      isClosed = true;
      for (let next = queue.take(); next !== undefined; next = queue.take()) {
        next.taken();
        next.job.onFailure(busy);
      }
      for (const slot of slots) slot.process.kill();
    },
  };
}
