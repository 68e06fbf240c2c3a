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

/** For whoever is now signed in: on by the redirect order, with the wish that this page's address may carry. */
export function useLeadOn() {
  const router = useRouter()
  // Not the guard of this page: it stays where nothing can be read of the person, and `/` says so, with a retry.
  return () => router.navigate({ href: `/${router.state.location.searchStr}`, replace: true })
}

/** Stays busy until the page that follows is there, so that nothing flickers in between. */
export function useSignIn() {
  const leadOn = useLeadOn()
  return useMutation({
    mutationKey: ['accounts', 'signIn'],
    mutationFn: async (credentials: { email: string; password: string }): Promise<SignInEnd> => {
      if (await mustUseGoogle(credentials.email)) return 'useGoogle'
      await signIn(credentials)
      await leadOn()
      return 'signedIn'
    },
  })
}
