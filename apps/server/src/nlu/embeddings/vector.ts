// A sentence's meaning as 512 bytes. Training and chats see the same bytes, whether they were kept or made anew, and
// what a processor makes of the last bits of a number does not matter.
export const VECTOR_SIZE = 512;

/** Nothing but zeros when there is nothing to say. */
export function toVector(values: readonly number[]): Int8Array {
  const vector = new Int8Array(VECTOR_SIZE);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest > 0) values.forEach((value, i) => (vector[i] = Math.round((value / largest) * 127)));
  return vector;
}

/** Writes the vector at a given length into `target`; an empty one stays empty. */
export function writeScaled(
  vector: ArrayLike<number>,
  from: number,
  length: number,
  target: Float32Array,
  at: number,
): void {
  let square = 0;
  for (let i = 0; i < VECTOR_SIZE; i += 1) square += vector[from + i]! ** 2;
  const scale = square > 0 ? length / Math.sqrt(square) : 0;
  for (let i = 0; i < VECTOR_SIZE; i += 1) target[at + i] = vector[from + i]! * scale;
}
