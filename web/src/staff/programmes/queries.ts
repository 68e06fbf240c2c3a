import type { Call, CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/staff/programme-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'programmes']

export const programmesQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => send(calls.listProgrammes, {}, { signal }),
})

export const programmeQuery = (programmeId: number) =>
  queryOptions({
    queryKey: [...key, programmeId],
    queryFn: ({ signal }) => send(calls.getProgramme, { params: { programmeId } }, { signal }),
  })

type NewProgramme = CallInput<typeof calls.createProgramme>['body'] & { idempotencyKey: string }

/** One key for all presses of the button, so that only one programme is created. */
export function useCreateProgramme(onDone: (id: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewProgramme) => send(calls.createProgramme, { body }, { idempotencyKey }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: consoleQuery.queryKey })
      onDone(id)
      return client.invalidateQueries({ queryKey: programmesQuery.queryKey })
    },
  })
}

/** Every change answers with the whole programme, which replaces what is shown. */
function useChange<Input>(
  programmeId: number,
  change: (input: Input) => Promise<calls.Programme>,
  onDone: (saved: calls.Programme) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (programme) => {
      client.setQueryData(programmeQuery(programmeId).queryKey, programme)
      onDone(programme)
      void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
      return client.invalidateQueries({ queryKey: programmesQuery.queryKey })
    },
    // Somebody else may have changed it: refetch, so that a reopened form shows the change.
    onError: () => client.invalidateQueries({ queryKey: programmeQuery(programmeId).queryKey }),
  })
}

type OnDone = (saved: calls.Programme) => void
type BodyOf<C extends Call> = CallInput<C> extends { body: infer Body } ? Body : never

export const useSetBasics = (programmeId: number, onDone: OnDone) =>
  useChange(
    programmeId,
    (body: BodyOf<typeof calls.setProgrammeBasics>) => send(calls.setProgrammeBasics, { params: { programmeId }, body }),
    onDone,
  )

/** Adds a cohort, or changes this one. */
export const useSaveCohort = (programmeId: number, cohort: { id: number; version: string } | null, onDone: OnDone) =>
  useChange(
    programmeId,
    (body: BodyOf<typeof calls.addCohort>) =>
      cohort === null
        ? send(calls.addCohort, { params: { programmeId }, body })
        : send(calls.changeCohort, {
            params: { programmeId, cohortId: cohort.id },
            body: { ...body, version: cohort.version },
          }),
    onDone,
  )

export const useDeleteCohort = (programmeId: number, onDone: OnDone) =>
  useChange(programmeId, (cohortId: number) => send(calls.deleteCohort, { params: { programmeId, cohortId }, body: {} }), onDone)

/** Adds a code, or changes the one with this version. */
export const useSaveCode = (programmeId: number, version: string | null, onDone: OnDone) =>
  useChange(
    programmeId,
    ({ code, ...body }: BodyOf<typeof calls.addCode>) =>
      version === null
        ? send(calls.addCode, { params: { programmeId }, body: { code, ...body } })
        : send(calls.changeCode, { params: { programmeId, code }, body: { ...body, version } }),
    onDone,
  )

export const useSetSchedule = (programmeId: number, onDone: OnDone) =>
  useChange(
    programmeId,
    (body: BodyOf<typeof calls.setSchedule>) => send(calls.setSchedule, { params: { programmeId }, body }),
    onDone,
  )

export const useSetPlan = (programmeId: number, onDone: OnDone) =>
  useChange(
    programmeId,
    (body: BodyOf<typeof calls.setMatchingPlan>) => send(calls.setMatchingPlan, { params: { programmeId }, body }),
    onDone,
  )
