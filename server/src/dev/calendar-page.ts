import type { PageTexts } from './google-page.ts'
import { CALENDARS_BASE } from './simulate-calendars.ts'

/** Works without scripts. */
export function consentPage(
  { language, t }: PageTexts,
  { provider, isWrongAddress }: { provider: string; isWrongAddress: boolean },
) {
  const wrong = isWrongAddress ? `<p class="wrong" id="wrong" role="alert">${escape(t('googleDemo.wrongAddress'))}</p>` : ''
  const flaw = isWrongAddress ? ' aria-invalid="true" aria-describedby="wrong"' : ''
  const title = escape(t('calendarDemo.title', { provider }))
  // This page sets its own referrer policy: with the general one browsers would send `Origin: null`, which we refuse.
  return `<!doctype html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${CALENDARS_BASE}/page.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p class="sub">${escape(t('calendarDemo.sub'))}</p>
<form method="post" class="other">
<label>${escape(t('googleDemo.email'))}<input name="email" type="email" required autocomplete="off" maxlength="254" dir="ltr" value="me@${escape(provider.toLowerCase())}.example"${flaw}></label>
${wrong}<button class="go">${escape(t('calendarDemo.allow'))}</button>
</form>
<form method="post"><button class="cancel" name="cancel" value="yes">${escape(t('googleDemo.cancel'))}</button></form>
</main>
<footer>${escape(t('calendarDemo.note', { provider }))}</footer>
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
