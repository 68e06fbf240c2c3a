import type { BrowserContext } from 'playwright'

/** Signs in through the development route, for tests that are not about signing in. */
export async function signInAs(context: BrowserContext, url: string, name: string): Promise<void> {
  const data = { email: `${name}@saathi.example` }
  const answer = await context.request.post(`${url}/dev/sign-in/`, { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`/dev/sign-in/ answered ${answer.status()} for ${name}.`)
  // The page cannot read the cookie. This flag tells it that a session exists.
  await context.addInitScript(() => {
    if (!localStorage.getItem('saathi.signedIn')) localStorage.setItem('saathi.signedIn', 'yes')
  })
}
