import type { Results } from './reports.ts'
import { runsEverything } from './tier.ts'

export type StepTime = { name: string; seconds: number }

const SLOWEST = 10

const duration = (seconds: number) => {
  const whole = Math.round(seconds)
  return whole < 100 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** The last lines of a run: the time of each step and in all (steps may overlap), flaky tests, and the counts. */
export function summarise(steps: readonly StepTime[], total: number, results: Results, failedSteps: number): string[] {
  const slowest = results.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return [
    '',
    'Time of each step:',
    ...steps.map(({ name, seconds }) => `  ${duration(seconds).padStart(12)}  ${name}`),
    `  ${duration(total).padStart(12)}  in all`,
    ...(slowest.length > 0 ? ['Slowest files:'] : []),
    ...slowest.map(({ path, seconds }) => `  ${duration(seconds).padStart(12)}  ${path}`),
    ...(results.flaky.length > 0
      ? [`Flaky: failed at first, passed when run again${runsEverything ? ', which fails this command' : ''}:`]
      : []),
    ...results.flaky.map((title) => `  ${title}`),
    `${results.passed.length} passed, ${results.failed.length + failedSteps} failed`,
  ]
}
