import type { UseMutationResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { loadConfirm } from '#accounts/public.ts'
import { ApiError } from '#core/api-error.ts'
import { useProfile } from '#core/profile.ts'

const Confirm = lazy(async () => ({ default: await loadConfirm() }))

export const mustConfirm = (error: Error | null): boolean => error instanceof ApiError && error.code === 'accounts.confirm_first'

/** If the server requires the password again before an act, asks for it and then repeats the act. */
export function ConfirmFirst<Data, Variables>({ action }: { action: UseMutationResult<Data, Error, Variables> }) {
  const profile = useProfile()
  if (!action.isError || !mustConfirm(action.error)) return null
  return (
    <Suspense>
      <Confirm
        open
        profile={profile}
        isRunning={false}
        onClose={action.reset}
        onConfirmed={() => action.mutate(action.variables)}
      />
    </Suspense>
  )
}
