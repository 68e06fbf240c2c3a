import { afterEach, expect, test } from 'vitest'

/** A page is fetched and its script run, on a machine that may be busy. */
const patient = { timeout: 40_000 }

afterEach(() => {
  document.querySelector('iframe')?.remove()
  localStorage.clear()
})

/** The real page, in a frame instead of a window: it cannot close itself there, which shows its fallback text. */
async function openReturnPage(state: string, rest: string) {
  const received: unknown[] = []
  const channel = new BroadcastChannel(`saathi.google.${state}`)
  channel.addEventListener('message', ({ data }) => received.push(data))
  const frame = document.createElement('iframe')
  frame.src = `/google-return.html${rest}`
  document.body.append(frame)
  return { received, frame, fallback: () => frame.contentDocument?.querySelector<HTMLElement>('#done') }
}

test('[ACC-08] the return page passes on Google’s reply and removes it from its URL', async () => {
  const { received, frame } = await openReturnPage('s1', '#state=s1&id_token=head.claims.seal&authuser=0')
  await expect.poll(() => received, patient).toEqual([{ state: 's1', idToken: 'head.claims.seal', error: null }])
  expect(frame.contentWindow?.location.href).toBe(`${location.origin}/google-return.html`)
})

test.each(['#state=s2&error=access_denied', '?state=s2&error=access_denied'])(
  '[ACC-08] it passes on an error, wherever Google puts it: %s',
  async (rest) => {
    const { received } = await openReturnPage('s2', rest)
    await expect.poll(() => received, patient).toEqual([{ state: 's2', idToken: null, error: 'access_denied' }])
  },
)

test('if it cannot close itself it shows a translated text', async () => {
  localStorage.setItem(
    'saathi.texts',
    JSON.stringify({ languageCode: 'hi', translations: { 'google.closeWindow': 'अब आप यह विंडो बंद कर सकते हैं।' } }),
  )
  const { fallback } = await openReturnPage('s3', '#state=s3&error=x')
  await expect.poll(() => fallback()?.hidden, patient).toBe(false)
  expect([fallback()?.textContent, fallback()?.lang]).toEqual(['अब आप यह विंडो बंद कर सकते हैं।', 'hi'])
})

test('without a request it shows its own default text', async () => {
  const { fallback } = await openReturnPage('s4', '')
  await expect.poll(() => fallback()?.hidden, patient).toBe(false)
  expect(fallback()?.textContent).toBe('You can close this window now.')
})
