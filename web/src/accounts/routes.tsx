import type { DomainRoute } from '#core/domain-route.ts'
import { SignInPage } from './sign-in/page.tsx'

const signIn = { page: SignInPage }

const profile = async () => (await import('./screens.ts')).profile()
const authPages = () => import('./auth-pages.ts')

export const accountsRoutes: readonly DomainRoute[] = [
  { path: '/signin', access: 'public', load: signIn, hasFirstTexts: true },
  { path: '/profile', access: 'protected', load: async () => (await profile()).ProfilePage },
  {
    path: '/emailverify',
    access: 'public',
    hasFirstTexts: true,
    load: () => authPages().then(({ EmailVerifyPage }) => EmailVerifyPage),
    redirectTo: async (visit) => (await authPages()).redirectFromEmailVerify(visit),
  },
  {
    path: '/signup',
    // Public because nobody here has an account yet; the guard requires a sign-up pass.
    access: 'public',
    hasFirstTexts: true,
    load: () => authPages().then(({ SignUpPage }) => SignUpPage),
    redirectTo: async (visit) => (await authPages()).redirectFromSignUp(visit),
  },
  {
    path: '/resetpassword',
    access: 'public',
    hasFirstTexts: true,
    load: () => authPages().then(({ ResetPage }) => ResetPage),
    redirectTo: async (visit) => (await authPages()).redirectFromReset(visit),
  },
]
