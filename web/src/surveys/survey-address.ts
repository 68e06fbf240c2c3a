import { Id, IdParam } from '@saathi/contract/core/fields'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useProfile } from '#core/profile.ts'
import { removeStored, readStored, writeStored } from '#core/storage.ts'
import { openSurveyIds } from './resume.ts'

export type StageAddress = { survey: number; stage: number }

const Named = z.object({ survey: z.optional(z.unknown()), stage: z.optional(z.unknown()), view: z.optional(z.unknown()) })
const Brought = z.object({ surveyId: z.optional(z.unknown()), stageId: z.optional(z.unknown()) })
const View = z.enum(['answers', 'thanks'])

/** What is missing or no id is undefined. */
const readId = (given: unknown): number | undefined => z.safeParse(IdParam, given).data

function readSearch(search: unknown) {
  const named = z.safeParse(Named, search).data
  return { survey: readId(named?.survey), stage: readId(named?.stage), view: z.safeParse(View, named?.view).data }
}

function readState(state: unknown) {
  const brought = z.safeParse(Brought, state).data
  return { survey: readId(brought?.surveyId), stage: readId(brought?.stageId) }
}

function useAddress() {
  // Of this page, not of the one that is on its way: while that one loads, this one is still shown.
  const search: unknown = useSearch({ strict: false })
  const router = useRouter()
  // Looked at once and not followed: while the next page loads, the state is that page's already.
  const [brought] = useState(() => readState(router.state.location.state))
  return { named: readSearch(search), brought }
}

/** Which survey: as the address names it, else as whoever led here said, else the only one that is open. */
export function useSurveyAddress() {
  const { named, brought } = useAddress()
  const { status } = useProfile()
  const [open, another] = openSurveyIds(status)
  const onlyOpen = another === undefined ? open : undefined
  return { survey: named.survey ?? brought.survey ?? onlyOpen, view: named.view }
}

/** Which stage: as the address names it, else as whoever led here said, else the one last shown on this device. */
export function useStageAddress(): { survey: number | undefined; stage: number | undefined } {
  const { named, brought } = useAddress()
  const [last] = useState(lastStage)
  if (named.survey !== undefined) return named
  return brought.survey === undefined ? (last ?? brought) : brought
}

export const surveyLink = (survey: number) => ({ to: '/survey', search: { survey } }) as const
export const answersLink = (survey: number) => ({ to: '/survey', search: { survey, view: 'answers' } }) as const
export const thanksLink = (survey: number) => ({ to: '/survey', search: { survey, view: 'thanks' } }) as const
export const stageLink = ({ survey, stage }: StageAddress) => ({ to: '/stage', search: { survey, stage } }) as const
/** To the stage at which the survey stopped, whichever that is. */
export const goOnLink = (survey: number) => ({ to: '/stage', search: { survey } }) as const

/** Signing out forgets it, as everything of a person. */
const lastKey = 'saathi.survey.last'
const Last = z.object({ survey: Id, stage: Id })

export const rememberStage = ({ survey, stage }: StageAddress): void => writeStored(lastKey, JSON.stringify({ survey, stage }))
export const forgetLastStage = (): void => removeStored(lastKey)

/** What lies in the browser may be of an older build, or damaged: then nothing is remembered. */
function lastStage(): StageAddress | undefined {
  try {
    return z.safeParse(Last, JSON.parse(readStored(lastKey) ?? 'null')).data
  } catch {
    return undefined
  }
}
