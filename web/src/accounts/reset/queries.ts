import { confirmPassword } from '@saathi/contract/accounts/code-calls'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { send } from '#core/api.ts'
import { signIn } from '#core/session.ts'
import { clearCodeProgress } from '../code/progress.ts'

type Choice = { email: string; otp: string; password: string }

/** `saved`: the password was changed, but signing in with it failed. */
export type ResetEnd = 'signedIn' | 'saved' | 'google'

export function useChoosePassword() {
  const router = useRouter()
  return useMutation({
    mutationKey: ['accounts', 'choosePassword'],
    mutationFn: async ({ email, otp, password }: Choice): Promise<ResetEnd> => {
      const { provider } = await send(confirmPassword, { body: { email, otp, password, confirmPassword: password } })
      clearCodeProgress('reset')
      if (provider === 'google') return 'google'
      try {
        await signIn({ email, password })
      } catch {
        return 'saved'
      }
      await router.navigate({ href: '/', replace: true })
      return 'signedIn'
    },
    onError: (error) => console.warn('The new password could not be set.', error),
  })
}
