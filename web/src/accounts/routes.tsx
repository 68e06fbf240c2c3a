import type { DomainRoute } from '#core/router/domain-route.ts'
import { SignInPage } from './sign-in-page.tsx'

const signIn = { page: SignInPage }

const profile = async () => (await import('./screens.ts')).profile()
const wayIn = () => import('./way-in-pages.ts')

export const accountsRoutes: readonly DomainRoute[] = [
  { path: '/signin', access: 'public', load: signIn },
  { path: '/profile', access: 'protected', load: async () => (await profile()).ProfilePage },
  {
    path: '/emailverify',
    access: 'public',
    load: () => wayIn().then(({ EmailVerifyPage }) => EmailVerifyPage),
    leadElsewhere: async (visit) => (await wayIn()).leadFromEmailVerify(visit),
  },
  {
    path: '/signup',
    // Open to whoever carries a pass, which its guard asks for; nobody here has an account yet.
    access: 'public',
    load: () => wayIn().then(({ SignUpPage }) => SignUpPage),
    leadElsewhere: async (visit) => (await wayIn()).leadFromSignUp(visit),
  },
  {
    path: '/resetpassword',
    access: 'public',
    load: () => wayIn().then(({ ResetPage }) => ResetPage),
    leadElsewhere: async (visit) => (await wayIn()).leadFromReset(visit),
  },
]
