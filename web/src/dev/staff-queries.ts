import { addPerson, setDisabled, setFlags, setMaintenance, setVerified } from '@saathi/contract/accounts/staff-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { onMaintenance } from '#core/maintenance.ts'
import { signInWith } from '#core/session.ts'
import { passSecondFactor, signInAs } from './dev-api.ts'
import { accountsQuery } from './queries.ts'

const staffAddress = 'staff@saathi.example'

export function useSignInAsStaff() {
  return useMutation({
    mutationKey: ['dev', 'enterAsStaff'],
    mutationFn: async () => {
      const token = await signInAs(staffAddress)
      await signInWith(token)
      await passSecondFactor(token.accessToken)
    },
  })
}

export function useSetMaintenance() {
  return useMutation({
    mutationFn: (underMaintenance: boolean) => send(setMaintenance, { body: { underMaintenance } }),
    onSuccess: ({ underMaintenance }) => onMaintenance(underMaintenance),
  })
}

export type Flags = CallInput<typeof setFlags>['body']

export function useSetFlags(personId: number) {
  return useMutation({ mutationFn: (flags: Flags) => send(setFlags, { params: { personId }, body: flags }) })
}

export function useSetDisabled(personId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isDisabled: boolean) => send(setDisabled, { params: { personId }, body: { isDisabled } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  })
}

export function useSetVerified(personId: number) {
  return useMutation({
    mutationFn: (isVerified: boolean) => send(setVerified, { params: { personId }, body: { isVerified } }),
  })
}

export type NewPerson = CallInput<typeof addPerson>['body']

export function useAddPerson() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (person: NewPerson) => send(addPerson, { body: person }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  })
}
