import type { ScreenKey } from '@saathi/contract/content/screen-calls'
import type { TextKey } from '@saathi/contract/texts'
import type { BeadState } from '#core/ui/progress/beads.tsx'
import type { MatchList } from './queries.ts'

const steps = ['matching.step.finding', 'matching.step.potential', 'matching.step.awaiting'] as const

type Seeking = Pick<MatchList, 'isMentor' | 'userMatchType'>

/** Mentors never await an answer. Mentees of groups are chosen, so they have one step. */
function ownSteps({ isMentor, userMatchType }: Seeking): readonly TextKey[] {
  if (isMentor) return steps.slice(0, 2)
  return userMatchType === '1toM' ? steps.slice(0, 1) : steps
}

/** On screen 4 all steps are done. */
export function stepsOf(screen: number, seeking: Seeking): { label: TextKey; state: BeadState }[] {
  return ownSteps(seeking).map((label, index) => ({
    label,
    state: index + 1 === screen ? 'now' : index + 1 < screen ? 'done' : 'next',
  }))
}

export const stepAt = (screen: number): TextKey => steps[screen - 1] ?? 'matching.step.hold'

const keys = ['finding_matches', 'potential_match', 'awaiting_mentor_response', 'group_hold'] as const

export const screenKeyOf = (screen: number): ScreenKey => keys[screen - 1] ?? 'finding_matches'
