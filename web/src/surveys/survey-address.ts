import { Id, IdParam } from '@saathi/contract/core/fields'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useProfile } from '#core/profile.ts'
import { removeStored, readStored, type StorageKey, writeStored } from '#core/storage.ts'
import { openSurveyIds } from './resume.ts'

export type StageAddress = { survey: number; stage: number }

const SurveySearch = z.object({ survey: z.optional(z.unknown()), stage: z.optional(z.unknown()), view: z.optional(z.unknown()) })
const SurveyState = z.object({ surveyId: z.optional(z.unknown()), stageId: z.optional(z.unknown()) })
const View = z.enum(['answers', 'thanks'])

/** Undefined when missing or invalid. */
const readId = (value: unknown): number | undefined => z.safeParse(IdParam, value).data

function readSearch(search: unknown) {
  const fromSearch = z.safeParse(SurveySearch, search).data
  return { survey: readId(fromSearch?.survey), stage: readId(fromSearch?.stage), view: z.safeParse(View, fromSearch?.view).data }
}

function readState(state: unknown) {
  const fromState = z.safeParse(SurveyState, state).data
  return { survey: readId(fromState?.surveyId), stage: readId(fromState?.stageId) }
}

function useAddress() {
  // Of the page being shown, not the one being loaded.
  const search: unknown = useSearch({ strict: false })
  const router = useRouter()
  // Read once: while the next page loads, the state is already that page's.
  const [fromState] = useState(() => readState(router.state.location.state))
  return { fromSearch: readSearch(search), fromState }
}

/** The survey of the address, else of the history state, else the only open one. */
export function useSurveyAddress() {
  const { fromSearch, fromState } = useAddress()
  const { status } = useProfile()
  const [open, another] = openSurveyIds(status)
  const onlyOpen = another === undefined ? open : undefined
  return { survey: fromSearch.survey ?? fromState.survey ?? onlyOpen, view: fromSearch.view }
}

/** The stage of the address, else of the history state, else the last one shown on this device. */
export function useStageAddress(): { survey: number | undefined; stage: number | undefined } {
  const { fromSearch, fromState } = useAddress()
  const [last] = useState(lastStage)
  if (fromSearch.survey !== undefined) return fromSearch
  return fromState.survey === undefined ? (last ?? fromState) : fromState
}

export const surveyLink = (survey: number) => ({ to: '/survey', search: { survey } }) as const
export const answersLink = (survey: number) => ({ to: '/survey', search: { survey, view: 'answers' } }) as const
export const thanksLink = (survey: number) => ({ to: '/survey', search: { survey, view: 'thanks' } }) as const
export const stageLink = ({ survey, stage }: StageAddress) => ({ to: '/stage', search: { survey, stage } }) as const
/** Links to the current stage of the survey. */
export const resumeLink = (survey: number) => ({ to: '/stage', search: { survey } }) as const

/** Where unsent answers are stored on this device. */
export const draftKeyOf = ({ survey, stage }: StageAddress): StorageKey => `saathi.survey.${survey}.${stage}`

/** Removed at sign-out, like all personal data. */
const lastKey = 'saathi.survey.last'
const Last = z.object({ survey: Id, stage: Id })

export const storeLastStage = ({ survey, stage }: StageAddress): void => writeStored(lastKey, JSON.stringify({ survey, stage }))
export const clearLastStage = (): void => removeStored(lastKey)

/** The stored value may be from an older build, or damaged; it is ignored then. */
function lastStage(): StageAddress | undefined {
  try {
    return z.safeParse(Last, JSON.parse(readStored(lastKey) ?? 'null')).data
  } catch {
    return undefined
  }
}
