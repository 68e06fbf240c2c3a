import type { findText } from '#core/texts.ts'
import type { GooglePerson } from './google-people.ts'
import { GOOGLE_BASE } from './google-provider.ts'

export type PageTexts = { language: string; t: ReturnType<typeof findText> }

/** Works without scripts. */
export function choosePage({ language, t }: PageTexts, people: readonly GooglePerson[], isWrongAddress: boolean): string {
  const wrong = isWrongAddress ? `<p class="wrong" id="wrong" role="alert">${escape(t('googleDemo.wrongAddress'))}</p>` : ''
  const flaw = isWrongAddress ? ' aria-invalid="true" aria-describedby="wrong"' : ''
  return page(
    { language, t },
    `<p class="sub">${escape(t('googleDemo.sub'))}</p>
<form method="post" aria-label="${escape(t('googleDemo.accounts'))}"><ul>${people.map(row).join('')}</ul></form>
<details${isWrongAddress ? ' open' : ''}>
<summary>${escape(t('googleDemo.other'))}</summary>
<form method="post" class="other">
<label>${escape(t('googleDemo.name'))}<input name="name" autocomplete="off" maxlength="120"></label>
<label>${escape(t('googleDemo.email'))}<input name="email" type="email" required autocomplete="off" maxlength="254" dir="ltr"${flaw}></label>
${wrong}<button class="go">${escape(t('googleDemo.continue'))}</button>
</form>
</details>
<form method="post"><button class="cancel" name="cancel" value="yes">${escape(t('googleDemo.cancel'))}</button></form>`,
  )
}

export function expiredPage(texts: PageTexts): string {
  return page(texts, `<p class="wrong" role="alert">${escape(texts.t('googleDemo.over'))}</p>`)
}

function row({ email, firstName, lastName }: GooglePerson): string {
  const name = `${firstName} ${lastName}`.trim() || email
  const [initial = '?'] = name
  return `<li><button name="email" value="${escape(email)}"><span class="face" aria-hidden="true">${escape(initial)}</span>
<span><b>${escape(name)}</b> <span class="address">${escape(email)}</span></span></button></li>`
}

/** This page sets its own referrer policy: with the general one browsers would send `Origin: null`, which we refuse. */
function page({ language, t }: PageTexts, body: string): string {
  const title = escape(t('googleDemo.title'))
  return `<!doctype html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${title}</title>
<link rel="stylesheet" href="${GOOGLE_BASE}/page.css">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>${escape(t('googleDemo.note'))}</footer>
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
