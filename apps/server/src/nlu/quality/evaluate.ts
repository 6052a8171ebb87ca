// How well the intents can be told apart: k-fold cross-validation with the recipe that training
// would choose, and every mistake with the phrase behind it.
import { calibrate, evidenceOf, logistic, thresholdFor } from "../classifier/calibration.ts";
import { findCatchAll, raised } from "../classifier/catch-all.ts";
import { chooseRecipe } from "../classifier/choose.ts";
import { stratifiedFolds } from "../classifier/folds.ts";
import { bestOf, scoreFold, toProblem, type FoldScores, type Problem } from "../classifier/problem.ts";
import type { Recipe } from "../classifier/recipes.ts";
import { checkInput } from "../limits.ts";
import type {
  ConfusionCell,
  IntentQuality,
  NluInput,
  Progress,
  QualityReport,
  SentenceVectors,
} from "../types.ts";
import { findConflicts } from "./conflicts.ts";

/** More folds for fewer utterances: they cost little there and learn from more of them. */
function foldsFor(utterances: number): number {
  if (utterances <= 1_000) return 10;
  return utterances <= 20_000 ? 5 : 3;
}

export function evaluateInThread(
  input: NluInput,
  onProgress: (progress: Progress) => void,
  chosen?: Recipe,
  sentences?: SentenceVectors,
): QualityReport {
  checkInput(input);
  onProgress({ done: 0, message: "Reading the utterances" });
  const problem = toProblem(input, sentences);
  const recipe =
    chosen ??
    chooseRecipe(problem, (share) => onProgress({ done: 0.3 * share, message: "Choosing settings" })).recipe;
  const folds = stratifiedFolds(
    problem.labels,
    problem.names.length,
    foldsFor(problem.labels.length),
    problem.seed + 1,
  );
  const scored = folds.map((fold, i) =>
    scoreFold(problem, recipe, fold, (share) =>
      onProgress({
        done: 0.3 + (0.6 * (i + share)) / folds.length,
        message: `Checking part ${i + 1} of ${folds.length}`,
      }),
    ),
  );
  onProgress({ done: 0.9, message: "Looking for phrases that conflict" });
  const conflicts = findConflicts(problem);
  onProgress({ done: 1, message: "Evaluated" });
  const answered = raised(scored, findCatchAll(problem, recipe, scored));
  return { ...summarise(problem, answered, input.strictness), folds: folds.length, conflicts };
}

type Answer = { row: number; expected: number; predicted: number; score: number };

function summarise(
  problem: Problem,
  folds: FoldScores[],
  strictness: number,
): Omit<QualityReport, "folds" | "conflicts"> {
  const calibration = calibrate(problem, folds);
  const threshold = thresholdFor(calibration, strictness);
  let refused = 0;
  const answers = folds.flatMap((fold) =>
    Array.from(fold.rows, (row, i): Answer => {
      const predicted = bestOf(fold.scores, i);
      const values = fold.scores.map((column) => column[i]!);
      const evidence = evidenceOf(values, predicted, fold.coverage[i]!, calibration.unknownPenalty);
      const score = logistic(calibration.slope * evidence + calibration.offset);
      const expected = problem.labels[row]!;
      if (expected === predicted && score < threshold) refused += 1;
      return { row, expected, predicted, score };
    }),
  );
  const right = answers.filter((answer) => answer.expected === answer.predicted).length;
  const intents = problem.names.map((name, label) => intentQuality(name, label, problem, answers));
  return {
    accuracy: answers.length === 0 ? 0 : right / answers.length,
    macroF1: intents.reduce((sum, intent) => sum + intent.f1, 0) / intents.length,
    refusedShare: right === 0 ? 0 : refused / right,
    intents,
    confusions: confusionsOf(problem, answers),
  };
}

function intentQuality(name: string, label: number, problem: Problem, answers: Answer[]): IntentQuality {
  let right = 0;
  let predicted = 0;
  let expected = 0;
  for (const answer of answers) {
    if (answer.predicted === label) predicted += 1;
    if (answer.expected === label) expected += 1;
    if (answer.predicted === label && answer.expected === label) right += 1;
  }
  const precision = predicted === 0 ? 0 : right / predicted;
  const recall = expected === 0 ? 0 : right / expected;
  return {
    name,
    utterances: problem.labels.reduce((sum, other) => sum + (other === label ? 1 : 0), 0),
    precision,
    recall,
    f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** Wrong cells only, the fullest first; the phrases the model was surest about come first in each. */
function confusionsOf(problem: Problem, answers: Answer[]): ConfusionCell[] {
  const cells = new Map<string, { label: number; cell: ConfusionCell }>();
  for (const { row, expected, predicted, score } of answers) {
    if (expected === predicted) continue;
    const key = `${expected} ${predicted}`;
    const entry = cells.get(key) ?? {
      label: expected,
      cell: { expected: problem.names[expected]!, predicted: problem.names[predicted]!, utterances: [] },
    };
    entry.cell.utterances.push({ text: problem.texts[row]!, score });
    cells.set(key, entry);
  }
  const list = [...cells.values()];
  for (const { cell } of list) cell.utterances.sort((a, b) => b.score - a.score);
  return list
    .sort((a, b) => b.cell.utterances.length - a.cell.utterances.length || a.label - b.label)
    .map((entry) => entry.cell);
}
