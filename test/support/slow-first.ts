/** In what order test files run: those that take longest first, and those that share a process last, in one row. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders of `test/`, what waits longest first. */
const folders = ['fault', 'e2e', 'contract', 'flow', 'unit']

/** A process is shared only by files that follow on each other. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const folder = relative(project.config.root, moduleId).split('/')[1] ?? ''
      return (project.config.isolate ? 0 : folders.length) + folders.indexOf(folder)
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
