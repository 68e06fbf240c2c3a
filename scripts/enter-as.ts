import type { BrowserContext } from 'playwright'

/** In by the workshop's one-click door, for whoever is about something else than signing in. */
export async function enterAs(context: BrowserContext, url: string, name: string): Promise<void> {
  const data = { email: `${name}@saathi.example` }
  const answer = await context.request.post(`${url}/dev/sign-in/`, { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`/dev/sign-in/ answered ${answer.status()} for ${name}.`)
  // The cookie cannot be read by the page, which keeps this word to know that there is one, and then whose it is.
  await context.addInitScript(() => {
    if (!localStorage.getItem('saathi.signedIn')) localStorage.setItem('saathi.signedIn', 'yes')
  })
}
