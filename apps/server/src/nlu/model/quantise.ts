// Packs the weights of all intents into bytes, feature by feature; weights too small to matter are left out.

export type Classifier = {
  scales: Float32Array;
  biases: Float32Array;
  /** Where each feature's entries begin in `intents` and `values`. */
  offsets: Uint32Array;
  intents: Uint16Array;
  values: Int8Array;
  /** Only with the add-on: what each number of a sentence's meaning counts, intent after intent. */
  dense: Int8Array;
  denseScales: Float32Array;
};

/** In steps of 1/127 of an intent's largest weight; smaller ones are dropped. */
const SMALLEST = 2;

export function quantise(
  classes: number,
  columns: number,
  denseColumns: number,
  solve: (target: number) => Float64Array,
): Classifier {
  const scales = new Float32Array(classes);
  const biases = new Float32Array(classes);
  const dense = new Int8Array(classes * denseColumns);
  const denseScales = new Float32Array(denseColumns === 0 ? 0 : classes);
  const perClass: { features: Uint32Array; values: Int8Array }[] = [];
  const sizes = new Uint32Array(columns + 1);
  const features = new Uint32Array(columns);
  const values = new Int8Array(columns);
  for (let target = 0; target < classes; target += 1) {
    const weights = solve(target);
    const scale = stepOf(weights, 0, columns);
    let size = 0;
    const least = (SMALLEST - 0.5) * scale;
    for (let id = 0; id < columns; id += 1) {
      const weight = weights[id]!;
      if (weight < least && weight > -least) continue;
      features[size] = id;
      values[size] = Math.round(weight / scale);
      size += 1;
      sizes[id + 1]! += 1;
    }
    perClass.push({ features: features.slice(0, size), values: values.slice(0, size) });
    scales[target] = scale;
    biases[target] = weights[columns + denseColumns]!;
    if (denseColumns === 0) continue;
    const denseScale = stepOf(weights, columns, columns + denseColumns);
    denseScales[target] = denseScale;
    for (let i = 0; i < denseColumns; i += 1)
      dense[target * denseColumns + i] = Math.round(weights[columns + i]! / denseScale);
  }
  return { scales, biases, ...byFeature(perClass, sizes), dense, denseScales };
}

/** What a byte's step stands for, so that the largest weight has 127 of them. */
function stepOf(weights: Float64Array, begin: number, end: number): number {
  let largest = 0;
  for (let id = begin; id < end; id += 1) largest = Math.max(largest, Math.abs(weights[id]!));
  return largest > 0 ? largest / 127 : 1;
}

function byFeature(
  perClass: { features: Uint32Array; values: Int8Array }[],
  sizes: Uint32Array,
): Pick<Classifier, "offsets" | "intents" | "values"> {
  const offsets = Uint32Array.from(sizes);
  for (let id = 1; id < offsets.length; id += 1) offsets[id]! += offsets[id - 1]!;
  const total = offsets[offsets.length - 1]!;
  const intents = new Uint16Array(total);
  const values = new Int8Array(total);
  const next = offsets.slice();
  perClass.forEach((entries, target) => {
    entries.features.forEach((id, i) => {
      const at = next[id]!;
      next[id] = at + 1;
      intents[at] = target;
      values[at] = entries.values[i]!;
    });
  });
  return { offsets, intents, values };
}
