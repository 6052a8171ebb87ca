import { BaseSequencer, type TestSpecification } from "vitest/node";

// Without times of an earlier run the largest files go first. These take long for their size: begun last, they
// would be waited for alone.
const long = ["authorisation-matrix.test.ts", "faults/short-run.test.ts", "faults/short-run-apart.test.ts"];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker is kept for files of its own project only, so those stay together.
    const projects = [...new Set(sorted.map((file) => file.project.name))];
    return projects.flatMap((name) => {
      const own = sorted.filter((file) => file.project.name === name);
      return [
        ...new Set([...long.flatMap((path) => own.filter((file) => file.moduleId.endsWith(path))), ...own]),
      ];
    });
  }
}
