import type { UserType } from '@saathi/contract/accounts/entities'
import { isMentor } from '@saathi/contract/accounts/roles'
import { getDeclaration, listProjects, signUp } from '@saathi/contract/accounts/sign-up-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { send } from '#core/api.ts'
import { signInWith } from '#core/session.ts'
import { clearCodeProgress } from '../code/progress.ts'
import { clearSignUp, type SignUpDraft, type SignUpPass } from './pass.ts'

/** Logs the failure for developers; the page shows a quiet note in place of the content. */
async function logged<T>(subject: string, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!signal.aborted) console.warn(`${subject} could not be loaded.`, error)
    throw error
  }
}

export const declarationQuery = (type: UserType, languageCode: string) =>
  queryOptions({
    queryKey: ['accounts', 'declaration', type, languageCode],
    queryFn: ({ signal }) =>
      logged('The declaration', signal, send(getDeclaration, { query: { type, languageCode } }, { signal })),
    staleTime: 10 * 60_000,
  })

export const projectsQuery = queryOptions({
  queryKey: ['accounts', 'projects'],
  queryFn: async ({ signal }) => {
    const { data } = await logged('The list of programs', signal, send(listProjects, {}, { signal }))
    return Object.values(data.projects)
  },
  staleTime: 60_000,
})

/** All required details are present. */
export type SignUpDetails = Omit<SignUpDraft, 'userType' | 'accepted'> & { userType: UserType }

function bodyOf(pass: SignUpPass, details: SignUpDetails): CallInput<typeof signUp>['body'] {
  const { userType, firstName, lastName, phoneNumber, language, project, institutionCode } = details
  const person = {
    role: userType,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phoneNumber,
    newPrimaryLanguage: language,
    provider: pass.provider,
    ...(isMentor(userType) ? { institutionCode: institutionCode.trim() } : { project }),
  }
  if (pass.provider === 'google') return person
  return { ...person, email: pass.email, password: pass.password, otp: pass.otp }
}

export function useSignUp(pass: SignUpPass) {
  const router = useRouter()
  return useMutation({
    mutationKey: ['accounts', 'signUp'],
    mutationFn: async (details: SignUpDetails) => {
      const options = pass.provider === 'google' ? { bearer: pass.signUpToken } : {}
      const signedIn = await send(signUp, { body: bodyOf(pass, details) }, options)
      // The account now exists; if loading fails from here on, the next page shows it with a retry.
      await signInWith(signedIn)
      await router.navigate({ href: '/', replace: true })
      clearSignUp()
      clearCodeProgress('signUp')
    },
  })
}
