import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signIn } from '#core/session.ts'

export type SignInEnd = 'signedIn' | 'useGoogle'

const accountCheck = () => import('./account-check-queries.ts')
/** Fetched as soon as someone begins to type: the page shows without them. */
export const warmUpSignIn = (): void => void Promise.all([accountCheck(), import('./way-in-pages.ts')]).catch(() => null)

/** A check that fails keeps nobody out: the sign-in itself refuses a Google account too. */
async function mustUseGoogle(email: string): Promise<boolean> {
  try {
    return await (await accountCheck()).isGoogleAccount(email)
  } catch {
    return false
  }
}

/** Stays busy until the page that follows is there, so that nothing flickers in between. */
export function useSignIn() {
  const router = useRouter()
  return useMutation({
    mutationKey: ['accounts', 'signIn'],
    mutationFn: async (credentials: { email: string; password: string }): Promise<SignInEnd> => {
      if (await mustUseGoogle(credentials.email)) return 'useGoogle'
      await signIn(credentials)
      // The guard of the sign-in page now finds someone signed in, and leads on by the redirect order.
      await router.invalidate()
      return 'signedIn'
    },
  })
}
