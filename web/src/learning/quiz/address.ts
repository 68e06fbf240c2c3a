import { IdParam } from '@saathi/contract/core/fields'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import * as z from 'zod/mini'
import type { StorageKey } from '#core/storage.ts'
import { useSessionContext } from '../session/context.tsx'
import { readHistoryState } from '../step/use-step-history.ts'

const Address = z.object({ session: IdParam, step: IdParam, quiz: IdParam })
/** The same quiz may be part of two steps, with separate answers. */
export type QuizAddress = z.infer<typeof Address>

/** Drafts are stored separately for each mentorship. */
export const draftKeyOf = ({ session, step, quiz }: QuizAddress, mentorship: number | undefined): StorageKey =>
  `saathi.quiz.${session}.${step}.${quiz}${mentorship === undefined ? '' : `.${mentorship}`}`

const ResultSearch = z.object({ view: z.literal('result') })
export const wantsResult = (search: unknown): boolean => z.safeParse(ResultSearch, search).success

/** Null when the address is incomplete. The result has its own address, so that a reload stays there. */
export function useQuizAddress(): { address: QuizAddress | null; wantsResult: boolean } {
  // Of the page being shown, not the one being loaded.
  const search: unknown = useSearch({ strict: false })
  return { address: z.safeParse(Address, search).data ?? null, wantsResult: wantsResult(search) }
}

/**
 * Leaving a quiz always replaces its history entry: back must not reopen a submitted form. If the quiz was opened from its step,
 * leaving goes back to that entry, so that the history matches the visited steps.
 */
export function useQuizLinks({ session, step, quiz }: QuizAddress) {
  const router = useRouter()
  const context = useSessionContext()
  const state: Record<string, unknown> = readHistoryState(useLocation({ select: (location) => location.state }))
  const toStep = { ...context.toStep(session, step), replace: true }
  const isLeft = useRef(false)

  function leave() {
    // A double tap would also leave the step.
    if (isLeft.current) return
    isLeft.current = true
    // From the router: two exits can be pressed before this page re-renders.
    if (readHistoryState(router.latestLocation.state).below === step) router.history.back()
    else void router.navigate(toStep)
  }

  function handleLeave(event: MouseEvent) {
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    leave()
  }

  return {
    leave,
    /** Props for a link. */
    toStep: { ...toStep, onClick: handleLeave },
    toQuiz: { ...context.toQuiz(session, step, quiz), replace: true, state },
    toResult: { ...context.toResult(session, step, quiz), replace: true, state },
  }
}

/** Marks this quiz as answered in the cached session, so that the reader can go on immediately. */
export function withAnswered(session: SessionDetail, { step, quiz }: QuizAddress): SessionDetail {
  const sessionSteps = session.sessionSteps.map((each) => {
    if (each.id !== step) return each
    return { ...each, content: each.content.map((item) => (item.quiz?.id === quiz ? { ...item, isAnswered: true } : item)) }
  })
  return { ...session, sessionSteps }
}
