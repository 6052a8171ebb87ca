// A project whose model is slow fills its own room and nobody else's.
const mostAtOnce = 20;
const mostWaiting = 100;

interface Room {
  busy: number;
  readonly waiting: (() => void)[];
}

const rooms = new Map<string, Room>();

/** Answers how to leave again, or undefined when the project's room is full or the wait was given up. */
export async function enterRoom(projectId: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  const room = rooms.get(projectId) ?? { busy: 0, waiting: [] };
  rooms.set(projectId, room);
  if (room.busy >= mostAtOnce) {
    if (room.waiting.length >= mostWaiting || signal.aborted) return undefined;
    if (!(await nextPlace(room, signal))) return undefined;
  } else {
    room.busy += 1;
  }
  let hasLeft = false;
  return () => {
    if (hasLeft) return;
    hasLeft = true;
    const next = room.waiting.shift();
    // The place is handed over, so the count stays.
    if (next) next();
    else room.busy -= 1;
    if (room.busy === 0) rooms.delete(projectId);
  };
}

function nextPlace(room: Room, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const take = () => {
      signal.removeEventListener("abort", giveUp);
      resolve(true);
    };
    const giveUp = () => {
      room.waiting.splice(room.waiting.indexOf(take), 1);
      resolve(false);
    };
    room.waiting.push(take);
    signal.addEventListener("abort", giveUp, { once: true });
  });
}
