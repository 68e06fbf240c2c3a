import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signIn } from '#core/session.ts'

export type SignInEnd = 'signedIn' | 'useGoogle'

const loadAccountCheck = () => import('./account-check-queries.ts')
/** Loaded as soon as someone starts typing: the page does not need them. */
export const warmUpSignIn = (): void => void Promise.all([loadAccountCheck(), import('./auth-pages.ts')]).catch(() => null)

/** A failed check blocks nobody: the sign-in itself also refuses a Google account. */
async function mustUseGoogle(email: string): Promise<boolean> {
  try {
    return await (await loadAccountCheck()).isGoogleAccount(email)
  } catch {
    return false
  }
}

/** After signing in: follows the landing rules, with the redirectUri of this page's address. */
export function useRedirectAfterSignIn() {
  const router = useRouter()
  // Goes to `/` and not through this page's guard: if the profile cannot be loaded, `/` shows the error with a retry.
  return () => router.navigate({ href: `/${router.state.location.searchStr}`, replace: true })
}

/** Stays busy until the next page is shown, to avoid flicker. */
export function useSignIn() {
  const redirect = useRedirectAfterSignIn()
  return useMutation({
    mutationKey: ['accounts', 'signIn'],
    mutationFn: async (credentials: { email: string; password: string }): Promise<SignInEnd> => {
      if (await mustUseGoogle(credentials.email)) return 'useGoogle'
      await signIn(credentials)
      await redirect()
      return 'signedIn'
    },
  })
}
