import { Id } from '@saathi/contract/core/fields'
import * as calls from '@saathi/contract/mentorship/course-calls'
import type { CheckIn, MyCourse, PairRequest, RequestKind, RequestReason } from '@saathi/contract/mentorship/course-entities'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { post } from '#core/outbox/outbox.ts'
import { queryClient } from '#core/query-client.ts'
import { courseKey } from '../cache.ts'

export const courseQuery = (mentorship: number) =>
  queryOptions({
    queryKey: courseKey(mentorship),
    queryFn: ({ signal }) => send(calls.getMyCourse, { params: { id: mentorship } }, { signal }),
  })

function patchCourse(client: QueryClient, mentorship: number, change: (course: MyCourse) => Partial<MyCourse>): void {
  client.setQueryData<MyCourse>(courseKey(mentorship), (cached) => cached && { ...cached, ...change(cached) })
}

/** A later answer to the same check-in replaces one that waits. */
export const checkInKind = defineKind({
  name: 'mentorship.check_in',
  input: z.object({ mentorship: Id, number: z.int(), score: z.int(), words: z.string() }),
  lineOf: ({ mentorship }) => `mentorship.${mentorship}`,
  aboutOf: ({ number }) => `check-in ${number}`,
  send: ({ mentorship, ...body }, idempotencyKey) =>
    send(calls.answerCheckIn, { params: { id: mentorship }, body }, { idempotencyKey }),
  settle: ({ mentorship }, checkIn) => patchCourse(queryClient, mentorship, () => ({ checkIn })),
  giveUp: ({ mentorship }) => void queryClient.invalidateQueries({ queryKey: courseKey(mentorship) }),
  reasonOf: (code) => (code === 'mentorship.check_in_over' ? 'course.checkIn.over' : undefined),
})

type Answer = Pick<CheckIn, 'number' | 'words'> & { score: number }

/** `isSent` is false while it waits on the device. The answer is shown at once, also without a network. */
export function useAnswerCheckIn(mentorship: number) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['mentorship', 'check-in', mentorship],
    networkMode: 'always',
    mutationFn: async (answer: Answer) => {
      const place = { to: '/mentorship', search: { mentorship } }
      const { isSent } = await post(checkInKind, { mentorship, ...answer }, { label: { text: 'course.checkIn.outbox' }, place })
      return { isSent }
    },
    onSuccess: (_sent, { score, words }) =>
      patchCourse(client, mentorship, ({ checkIn }) => ({ checkIn: checkIn && { ...checkIn, score, words } })),
    onError: () => client.invalidateQueries({ queryKey: courseKey(mentorship) }),
  })
}

/** Changes the course. After a refusal the course is refetched, because somebody else may have changed it first. */
function useCourseAct<Input, Reply>(
  mentorship: number,
  act: (input: Input) => Promise<Reply>,
  change: (reply: Reply) => Partial<MyCourse>,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['mentorship', 'course', mentorship],
    mutationFn: act,
    onSuccess: (reply) => {
      patchCourse(client, mentorship, () => change(reply))
      onDone?.()
    },
    onError: () => client.invalidateQueries({ queryKey: courseKey(mentorship) }),
  })
}

export const useProposeAgreement = (mentorship: number, onDone: () => void) =>
  useCourseAct(
    mentorship,
    (meetingsPerMonth: number) => send(calls.proposeAgreement, { params: { id: mentorship }, body: { meetingsPerMonth } }),
    (agreement) => ({ agreement }),
    onDone,
  )

type ProposalAct = { proposalId: number; isAccepted: boolean }

export const useAnswerProposal = (mentorship: number) =>
  useCourseAct(
    mentorship,
    ({ proposalId, isAccepted }: ProposalAct) => {
      const params = { id: mentorship, proposalId }
      return isAccepted ? send(calls.acceptAgreement, { params, body: {} }) : send(calls.closeProposal, { params, body: {} })
    },
    (agreement) => ({ agreement }),
  )

type Wish = { kind: RequestKind; reason: RequestReason; words: string }

export const useRequestChange = (mentorship: number, onDone: () => void) =>
  useCourseAct(
    mentorship,
    (body: Wish) => send(calls.requestChange, { params: { id: mentorship }, body }),
    (request: PairRequest) => ({ request }),
    onDone,
  )

export const useWithdrawRequest = (mentorship: number) =>
  useCourseAct(
    mentorship,
    (requestId: number) => send(calls.withdrawRequest, { params: { id: mentorship, requestId }, body: {} }),
    (request: PairRequest) => ({ request }),
  )
