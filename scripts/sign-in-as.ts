import type { BrowserContext } from 'playwright'

/** Signs in through the development route, for tests that are not about signing in. */
export async function signInAs(
  context: BrowserContext,
  url: string,
  name: string,
  { withSecondFactor = false }: { withSecondFactor?: boolean | undefined } = {},
): Promise<void> {
  const post = async (path: string, data: object, headers: Record<string, string>) => {
    const answer = await context.request.post(`${url}${path}`, { data, headers })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()} for ${name}.`)
    return await answer.json()
  }
  const { access_token: token } = await post('/dev/sign-in/', { email: `${name}@saathi.example` }, { origin: url })
  if (withSecondFactor) await post('/dev/second-factor/', {}, { origin: url, authorization: `Bearer ${token}` })
  // The page cannot read the cookie. This flag tells it that a session exists.
  await context.addInitScript(() => {
    if (!localStorage.getItem('saathi.signedIn')) localStorage.setItem('saathi.signedIn', 'yes')
  })
}
