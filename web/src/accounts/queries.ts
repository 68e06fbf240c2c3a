import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signIn } from '#core/session.ts'

/** Stays busy until the page that follows is there, so that nothing flickers in between. */
export function useSignIn() {
  const router = useRouter()
  return useMutation({
    mutationKey: ['accounts', 'signIn'],
    mutationFn: async (credentials: { email: string; password: string }) => {
      await signIn(credentials)
      // The guard of the sign-in page now finds someone signed in, and leads on by the redirect order.
      await router.invalidate()
    },
  })
}
