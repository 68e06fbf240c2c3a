const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

export type MailContent = {
  language: string
  product: string
  subject: string
  greeting: string
  paragraphs: readonly string[]
  button?: { label: string; link: string }
  farewell: string
}

/** The same content twice: as plain text, and as simple HTML that reads well on a phone, in light and dark mode. */
export function mailBody(content: MailContent): { text: string; html: string } {
  const { greeting, paragraphs, button, farewell } = content
  const parts = [greeting, ...paragraphs, ...(button ? [`${button.label}: ${button.link}`] : []), farewell]
  return { text: `${parts.join('\n\n')}\n`, html: layout(content) }
}

function layout({ language, product, subject, greeting, paragraphs, button, farewell }: MailContent): string {
  const words = [greeting, ...paragraphs].map((each) => `<p style="margin:0 0 16px">${escapeHtml(each)}</p>`)
  const action = button
    ? [
        `<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.link)}" style="${buttonStyle}">${escapeHtml(button.label)}</a></p>`,
      ]
    : []
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0c1818 !important; }
  .card { background: #132423 !important; color: #eaf3f0 !important; }
  .word { color: #74d3cd !important; }
  .quiet { color: #b7cac6 !important; }
  .button { background: #4fc3bc !important; color: #04292b !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#fff6e1">
<div class="card" style="${cardStyle}">
<p class="word" style="margin:0 0 24px;font-size:22px;font-weight:700;color:#0a6a6c">${escapeHtml(product)}</p>
${[...words, ...action].join('\n')}
<p class="quiet" style="margin:24px 0 0;color:#405957">${escapeHtml(farewell)}</p>
</div>
</body>
</html>
`
}

const font = "'Anek Latin','Anek Devanagari',system-ui,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif"
const cardStyle = `max-width:520px;margin:0 auto;padding:28px 24px;border-radius:16px;background:#ffffff;color:#102b2b;font:16px/1.6 ${font}`
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:999px;background:#0a6a6c;color:#ffffff;font-weight:600;text-decoration:none'
