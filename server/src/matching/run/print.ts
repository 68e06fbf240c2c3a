import type { LeftOverReason, MatchRun } from '@saathi/contract/matching/staff-calls'

const reasons: Record<LeftOverReason, string> = {
  no_answer: 'has not answered',
  nobody_fits: 'nobody fits',
  all_taken: 'those who fit have no room left',
  not_approved: 'waits for approval',
}

/** A run as terminal output: proposals, leftover people with reasons, and fairness. */
export function printRun(run: MatchRun): string[] {
  const { proposals, leftOver, fairness } = run
  return [
    `${run.project}: ${run.mentors} mentors, ${run.mentees} mentees. ${run.isDryRun ? 'A dry run: nothing is offered.' : ''}`.trimEnd(),
    '',
    ...titled('Proposed', run.proposalCount, proposals.length, [
      ['mentee', 'mentor', 'score'],
      ...proposals.map((each) => [withId(each.mentee, each.menteeName), withId(each.mentor, each.mentorName), `${each.score}`]),
    ]),
    '',
    ...titled('Left over', run.leftOverCount, leftOver.length, [
      ['who', 'part', 'why', 'criterion'],
      ...leftOver.map(({ person, name, part, reason, criterion }) => [
        withId(person, name),
        part,
        reasons[reason],
        criterion ?? '',
      ]),
    ]),
    '',
    ...titled('Fairness', fairness.length, fairness.length, [
      ['by', 'value', 'mentees', 'matched', 'rate %', 'mean score', 'mean days waiting'],
      ...fairness.map((line) => [
        line.attribute,
        line.value,
        `${line.mentees}`,
        `${line.matched}`,
        line.matchRate.toFixed(1),
        line.meanScore?.toFixed(1) ?? '-',
        line.meanWaitingDays.toFixed(1),
      ]),
    ]),
  ]
}

const withId = (id: number, name: string) => `${name} (${id})`

function titled(title: string, count: number, shown: number, rows: readonly (readonly string[])[]): string[] {
  const more = count > shown ? [`… and ${count - shown} more`] : []
  return [`${title}: ${count}`, ...(count === 0 ? [] : columns(rows)), ...more]
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const padded = (text: string, at: number) => text.padEnd(widths[at] ?? 0)
  return rows.map((row) => `  ${row.map(padded).join('  ')}`.trimEnd())
}
