import type { ScreenKey } from '@saathi/contract/content/screen-calls'
import type { TextKey } from '@saathi/contract/texts'
import type { BeadState } from '#core/ui/beads.tsx'

const steps = ['matching.step.finding', 'matching.step.potential', 'matching.step.awaiting'] as const

/** A mentor awaits nobody's answer. On hold all of them are behind one. */
export function stepsOf(screen: number, isMentor: boolean): { label: TextKey; state: BeadState }[] {
  const own = isMentor ? steps.slice(0, 2) : steps
  return own.map((label, index) => ({
    label,
    state: index + 1 === screen ? 'now' : index + 1 < screen ? 'done' : 'next',
  }))
}

export const stepAt = (screen: number): TextKey => steps[screen - 1] ?? 'matching.step.hold'

const keys = ['finding_matches', 'potential_match', 'awaiting_mentor_response', 'group_hold'] as const

export const screenKeyOf = (screen: number): ScreenKey => keys[screen - 1] ?? 'finding_matches'
